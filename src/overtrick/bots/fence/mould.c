/* The mould's own part in C, a library that kit.py loads: to wait for matches, and to fork a process for each.
 *
 * Python stands still meanwhile. Its interpreter counts how often a line is run, and a bot that has the same memory could read
 * there how many matches came before. */

#define _GNU_SOURCE
#include <linux/sched.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef SYS_close_range
#define SYS_close_range 436
#endif

/* Of the Python that loads us. */
extern void PyOS_BeforeFork(void);
extern void PyOS_AfterFork_Child(void);

/* Take the ends of a program's pipes from the agent; return 0 if there is nobody any more. */
static int take_streams(int agent, int streams[3])
{
    union { char bytes[CMSG_SPACE(3 * sizeof(int))]; struct cmsghdr head; } control;
    char byte;
    struct iovec one = {&byte, 1};
    struct msghdr message = {.msg_iov = &one, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
    if (recvmsg(agent, &message, 0) != 1 || control.head.cmsg_len != CMSG_LEN(3 * sizeof(int)))
        return 0;
    memcpy(streams, CMSG_DATA(&control.head), 3 * sizeof(int));
    return 1;
}

/* Fork, but a child of our parent, the agent, which so can wait for it. It is what fork() does otherwise, with the C library's
 * note of the thread's number at `number`; the last two words change places from machine to machine. */
static pid_t fork_beside(void *number)
{
    unsigned long flags = CLONE_PARENT | CLONE_CHILD_SETTID | CLONE_CHILD_CLEARTID | SIGCHLD;
    return (pid_t)syscall(SYS_clone, flags, NULL, NULL, number, number);
}

/* Return 0 in every process that is cast, with the streams of its match; -1 when no more is wanted. */
int cast(int agent)
{
    int streams[3];
    void *number;
    if (prctl(PR_GET_TID_ADDRESS, &number))
        return -1;
    PyOS_BeforeFork();
    char is_ready = 0;
    pid_t bot = 0;
    for (ssize_t told = write(agent, &is_ready, 1); told > 0; told = write(agent, &bot, sizeof bot)) {
        if (!take_streams(agent, streams) || (bot = fork_beside(number)) < 0)
            return -1;
        if (bot == 0) {
            for (int stream = 0; stream < 3; stream++)
                dup2(streams[stream], stream);
            syscall(SYS_close_range, 3, ~0u, 0);
            PyOS_AfterFork_Child();
            return 0;
        }
        for (int stream = 0; stream < 3; stream++)
            close(streams[stream]);
    }
    return -1;
}
