/* The program in the box, its processes and their clocks. */

#include "agent.h"

struct program bot = {0, 0, -1, -1, -1, -1, 0};
pid_t mould;

static uint64_t started_us;
static uint64_t reaped_cpu_us;             /* of everything that this turn's wait calls collected */
static uint64_t before_cpu_us;             /* the program's CPU clock when the turn began */
static struct { int looked; uint64_t used_us, all_us, own_us; } group; /* the cgroup's clocks within the turn */

uint64_t clock_us(clockid_t id)
{
    struct timespec t;
    return clock_gettime(id, &t) ? 0 : (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}

/* The clock of another process, as clock_getcpuclockid computes it, without its extra system call. */
static uint64_t process_cpu_us(pid_t pid) { return pid ? clock_us((clockid_t)((~(unsigned)pid << 3) | 2)) : 0; }

/* CPU of the whole cgroup, so that children count too. */
static uint64_t cgroup_cpu_us(void)
{
    char text[512];
    ssize_t n = pread(setup.cpu_fd, text, sizeof text - 1, 0);
    if (n <= 0)
        return 0;
    text[n] = 0;
    const char *v2 = strstr(text, "usage_usec ");
    return v2 ? strtoull(v2 + 11, NULL, 10) : strtoull(text, NULL, 10) / 1000;
}

/* What the box has used in this turn: by its processes' clocks, or by the cgroup's once that was looked at. */
uint64_t turn_cpu_us(void)
{
    uint64_t used = process_cpu_us(bot.pid) + reaped_cpu_us;
    used = used > before_cpu_us ? used - before_cpu_us : 0;
    if (!group.looked)
        return used;
    uint64_t all = cgroup_cpu_us() - group.all_us, own = clock_us(CLOCK_PROCESS_CPUTIME_ID) - group.own_us;
    all = group.used_us + (all > own ? all - own : 0);
    return all > used ? all : used;
}

/* From here on count the children too. Only turns that last get here, the short ones need not pay for it. */
void count_children(void)
{
    if (group.looked || setup.cpu_fd < 0)
        return;
    group.used_us = turn_cpu_us();
    group.all_us = cgroup_cpu_us();
    group.own_us = clock_us(CLOCK_PROCESS_CPUTIME_ID);
    group.looked = 1;
}

void begin_clocks(void)
{
    started_us = clock_us(CLOCK_MONOTONIC);
    reaped_cpu_us = 0;
    group.looked = 0;
    begin_idleness();
    before_cpu_us = 0;
}

/* Go on with a turn that the referee began: it is told of to us only if it lasts. */
void resume_clocks(const struct begun *begun)
{
    begin_clocks();
    started_us = begun->wall_us;
    before_cpu_us = begun->cpu_us;
}

uint64_t turn_wall_us(void) { return clock_us(CLOCK_MONOTONIC) - started_us; }

/* Whom we may end and wait for: the program's group, or everybody if there is no mould, which must live on. */
static pid_t everybody(void) { return mould ? -bot.group : -1; }

/* Collect what has ended; return whether somebody is left who has not. */
static int reap(int options)
{
    int status;
    struct rusage used;
    for (;;) {
        pid_t pid = wait4(everybody(), &status, options, &used);
        if (pid < 0 && errno == EINTR)
            continue;
        if (pid <= 0)
            return pid == 0;
        reaped_cpu_us += (uint64_t)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) * 1000000 +
                         (uint64_t)(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
        if (pid == bot.pid) {
            bot.pid = 0;
            bot.status = status;
        }
    }
}

/* Collect orphans that have ended, for they would fill the limit of processes; not the program itself, for as long as
 * it is not collected the referee's signals cannot reach anybody else by its number. */
void tidy(void)
{
    siginfo_t ended = {0};
    while (waitid(P_ALL, 0, &ended, WEXITED | WNOHANG | WNOWAIT) == 0 && ended.si_pid && ended.si_pid != bot.pid && ended.si_pid != mould) {
        int status;
        struct rusage used;
        wait4(ended.si_pid, &status, WNOHANG, &used);
        ended.si_pid = 0;
    }
}

static void kill_process(const char *process) { kill((pid_t)atoi(process), SIGKILL); }

/* Return 0 if there was somebody to end. */
static int end_all(void)
{
    if (mould && !bot.group)
        return -1;
    /* Outside a namespace or a uid of our own, kill(-1) would reach the user's other processes. */
    if (setup.owns_all)
        return kill(everybody(), SIGKILL);
    each_below("self", kill_process, 0);
    return 0;
}

/* Stop or continue a long-lived program with all its children: the filter lets nobody leave the process group.
 * kill(-1) would do, but it looks at every process of the whole machine. */
void signal_group(int signal_number) { kill(-bot.group, signal_number); }

void close_end(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

void kill_all(void)
{
    if (end_all() == 0) {
        if (setup.owns_all)
            reap(0);
        else /* A fork may escape one walk through the tree, so walk until nobody is left. */
            while (reap(WNOHANG)) {
                end_all();
                usleep(200);
            }
    }
    reap(WNOHANG);
    close_end(&bot.in);
    close_end(&bot.out);
    close_end(&bot.err);
    close_end(&bot.pidfd);
    bot.group = 0;
}

_Noreturn void leave(int code)
{
    kill_all();
    _exit(code);
}

/* What goes wrong with the fence itself is told on stderr, which the referee holds. */
_Noreturn void give_up(const char *what)
{
    dprintf(2, "agent: %s: %s\n", what, strerror(errno));
    leave(70);
}
