/* A long-lived program stands from its answer to its next question; ways for a child of it to wake up meanwhile. */

#include "attack.h"
#include <sched.h>
#include <sys/prctl.h>
#include <time.h>

enum { DYING_BYTES = 300000000, FRIENDS = 6 };

static int ready[2]; /* by which a child tells that the answer may be given now */

static void tell_ready(void)
{
    if (write(ready[1], "", 1) != 1)
        abort();
}

static void burn(void)
{
    for (;;)
        ;
}

/* Answer every question; the first of them is the attack's name, which was read already. */
static void answer_when_ready(void)
{
    char line[256];
    if (read(ready[0], line, 1) != 1)
        abort();
    do {
        puts("7");
        fflush(stdout);
    } while (fgets(line, sizeof line, stdin));
    exit(0);
}

/* With much memory to give back, dying takes some milliseconds, and who is dying cannot be stopped. */
static void die_slowly(void)
{
    char *much = mmap(NULL, DYING_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (much == MAP_FAILED)
        abort();
    madvise(much, DYING_BYTES, MADV_NOHUGEPAGE);
    memset(much, 1, DYING_BYTES);
    tell_ready();
    _exit(0);
}

/* The timer is put off as long as the child runs, so it goes off when the child has been stopped. */
static void wake_by_timer(void)
{
    if (fork() == 0) {
        struct sigevent wake = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGCONT};
        struct itimerspec once = {{0, 0}, {0, 20000000}};
        timer_t timer = 0;
        int made = timer_create(CLOCK_MONOTONIC, &wake, &timer) == 0;
        if (made)
            timer_settime(timer, 0, &once, NULL);
        for (tell_ready();;)
            if (made)
                timer_settime(timer, 0, &once, NULL);
    }
}

/* A parent is told of a child's end by a signal of its choice; if it may not choose this one, then by the usual. */
static void wake_by_dying_child(void)
{
    if (fork() == 0) {
        long pid = syscall(SYS_clone, SIGCONT, 0, 0, 0, 0);
        if (pid == 0 || (pid < 0 && fork() == 0))
            die_slowly();
        burn();
    }
}

/* And a child of its parent's end. */
static void wake_by_dying_parent(void)
{
    if (fork() == 0) {
        if (fork())
            die_slowly();
        prctl(PR_SET_PDEATHSIG, SIGCONT);
        burn();
    }
}

/* A pipe can signal that its other end is closed. */
static void wake_by_pipe(void)
{
    int ends[2];
    if (pipe(ends) == 0 && fork() == 0) {
        if (fork() == 0)
            die_slowly();
        close(ends[1]);
        fcntl(ends[0], F_SETOWN, getpid());
        fcntl(ends[0], F_SETSIG, SIGCONT);
        fcntl(ends[0], F_SETFL, O_ASYNC);
        burn();
    }
    close(ends[1]);
}

/* Who is in the middle of a call when all are stopped still finishes it. */
static void wake_each_other(void (*wake)(pid_t first))
{
    pid_t first = getpid();
    for (int i = 0; i < FRIENDS; i++)
        if (fork() == 0)
            for (tell_ready();;)
                wake(first);
}

static void wake_group(pid_t first)
{
    (void)first;
    kill(0, SIGCONT);
}

static void wake_one_by_one(pid_t first)
{
    siginfo_t info = {.si_signo = SIGCONT, .si_code = SI_QUEUE};
    for (pid_t pid = first; pid <= first + FRIENDS; pid++) {
        syscall(SYS_kill, pid, (1L << 32) | SIGCONT);
        syscall(SYS_tkill, pid, SIGCONT);
        syscall(SYS_tgkill, pid, pid, SIGCONT);
        syscall(SYS_rt_sigqueueinfo, pid, SIGCONT, &info);
        syscall(SYS_rt_tgsigqueueinfo, pid, pid, SIGCONT, &info);
        int pidfd = (int)syscall(434 /* pidfd_open */, pid, 0);
        syscall(424 /* pidfd_send_signal */, pidfd, SIGCONT, NULL, 0);
        close(pidfd);
    }
}

static void wake_by_friends(void) { wake_each_other(wake_group); }
static void wake_by_every_call(void) { wake_each_other(wake_one_by_one); }

/* The question names how a child wakes up. */
static void wake_up(void)
{
    const struct attack ways[] = {
        {"by_timer", wake_by_timer},           {"by_dying_child", wake_by_dying_child},
        {"by_dying_parent", wake_by_dying_parent}, {"by_pipe", wake_by_pipe},
        {"by_friends", wake_by_friends},       {"by_every_call", wake_by_every_call},
    };
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        if (!strcmp(ways[i].name, question) && pipe(ready) == 0) {
            ways[i].run();
            answer_when_ready();
        }
}

const struct attack wake[] = {{"wake", wake_up}, {NULL, NULL}};
