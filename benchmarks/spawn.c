/* The bare reference: start a program with three pipes, feed it, read its answer, wait for its end.
 *
 *     spawn TURNS QUESTION PROGRAM      prints the nanoseconds of each turn
 */

#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void turn(char *program, const char *question)
{
    int in[2], out[2], err[2], status;
    char answer[65536], errors[16384];
    char *argv[] = {program, NULL}, *env[] = {"PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8", NULL};
    if (pipe2(in, O_CLOEXEC) || pipe2(out, O_CLOEXEC) || pipe2(err, O_CLOEXEC))
        exit(1);
    pid_t pid = vfork();
    if (pid == 0) {
        dup2(in[0], 0);
        dup2(out[1], 1);
        dup2(err[1], 2);
        execve(program, argv, env);
        _exit(127);
    }
    close(in[0]);
    close(out[1]);
    close(err[1]);
    size_t bytes = strlen(question);
    if (write(in[1], question, bytes) != (ssize_t)bytes)
        exit(1);
    close(in[1]);
    ssize_t got = 0, n;
    while ((n = read(out[0], answer + got, sizeof answer - (size_t)got)) > 0)
        got += n;
    while (read(err[0], errors, sizeof errors) > 0)
        ;
    close(out[0]);
    close(err[0]);
    if (waitpid(pid, &status, 0) != pid || status != 0 || got == 0)
        exit(1);
}

int main(int argc, char **argv)
{
    struct timespec from, to;
    if (argc != 4)
        return 2;
    int turns = atoi(argv[1]);
    for (int i = 0; i < turns; i++) {
        clock_gettime(CLOCK_MONOTONIC, &from);
        turn(argv[3], argv[2]);
        clock_gettime(CLOCK_MONOTONIC, &to);
        printf("%ld\n", (to.tv_sec - from.tv_sec) * 1000000000 + to.tv_nsec - from.tv_nsec);
    }
    return 0;
}
