/* The bare reference of a conversation: some programs are asked in turn, through pipes, and stand still in between.
 *
 *     conversation PROGRAMS QUESTIONS BYTES      prints the nanoseconds from the first start to the last end
 */

#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MOST = 16, LONGEST = 65536 };

static void echo(int in, int out)
{
    char question[LONGEST];
    while (read(in, question, sizeof question) > 0)
        if (write(out, "\"red 1\"\n", 8) != 8)
            break;
    _exit(0);
}

int main(int argc, char **argv)
{
    static char question[LONGEST], answer[LONGEST];
    if (argc != 4)
        return 2;
    int programs = atoi(argv[1]), questions = atoi(argv[2]);
    size_t bytes = (size_t)atoi(argv[3]);
    int in[MOST], out[MOST];
    pid_t pids[MOST];
    struct timespec begun, ended, used;
    clockid_t clocks[MOST];
    if (programs < 1 || programs > MOST || bytes < 1 || bytes > LONGEST)
        return 2;
    clock_gettime(CLOCK_MONOTONIC, &begun);
    for (int i = 0; i < programs; i++) {
        int to[2], from[2];
        if (pipe(to) || pipe(from) || (pids[i] = fork()) < 0)
            return 1;
        if (pids[i] == 0) {
            for (int other = 0; other < i; other++) {
                close(in[other]);
                close(out[other]);
            }
            close(to[1]);
            close(from[0]);
            echo(to[0], from[1]);
        }
        close(to[0]);
        close(from[1]);
        in[i] = to[1];
        out[i] = from[0];
        clock_getcpuclockid(pids[i], &clocks[i]);
    }
    for (int q = 0; q < questions; q++) {
        int i = q % programs;
        if (write(in[i], question, bytes) != (ssize_t)bytes || kill(pids[i], SIGCONT) ||
            read(out[i], answer, sizeof answer) < 1 || kill(pids[i], SIGSTOP))
            return 1;
        clock_gettime(clocks[i], &used);
    }
    for (int i = 0; i < programs; i++) {
        close(in[i]);
        kill(pids[i], SIGCONT);
        waitpid(pids[i], NULL, 0);
    }
    clock_gettime(CLOCK_MONOTONIC, &ended);
    printf("%lld\n", (ended.tv_sec - begun.tv_sec) * 1000000000LL + ended.tv_nsec - begun.tv_nsec);
    return 0;
}
