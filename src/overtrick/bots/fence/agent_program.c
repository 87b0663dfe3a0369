/* The program in the box, its processes and their clocks. */

#include "agent.h"

#include <linux/seccomp.h>
#include <sched.h>

#ifndef CLONE_PIDFD
#define CLONE_PIDFD 0x1000
#endif

struct program bot = {0, 0, -1, -1, -1, -1, 0};

static uint64_t started_us;
static uint64_t reaped_cpu_us;             /* of everything that this turn's wait calls collected */
static uint64_t bot_cpu_us, before_cpu_us; /* the program's CPU clock: read last, and when the turn began */
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
    bot_cpu_us = process_cpu_us(bot.pid);
    uint64_t used = bot_cpu_us + reaped_cpu_us;
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
    before_cpu_us = bot.pid ? bot_cpu_us : 0; /* as last read: since then the program has stood */
}

uint64_t turn_wall_us(void) { return clock_us(CLOCK_MONOTONIC) - started_us; }

/* Collect what has ended; return whether somebody is left who has not. */
int reap(int options)
{
    int status;
    struct rusage used;
    for (;;) {
        pid_t pid = wait4(-1, &status, options, &used);
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

static void kill_process(const char *process) { kill((pid_t)atoi(process), SIGKILL); }

/* Return 0 if there was somebody to end. */
static int end_all(void)
{
    /* Outside a namespace or a uid of our own, kill(-1) would reach the user's other processes. */
    if (setup.owns_all)
        return kill(-1, SIGKILL);
    each_below("self", kill_process, 0);
    return 0;
}

/* Stop or continue a long-lived program with all its children: the filter lets nobody leave the process group.
 * kill(-1) would do, but it looks at every process of the whole machine. */
void signal_group(int signal_number)
{
    /* As PID 1 we share the group, and are immune to signals from inside. */
    kill(setup.init ? 0 : -bot.group, signal_number);
}

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

static int add_filter(struct sock_filter *code, size_t bytes)
{
    struct sock_fprog program = {(unsigned short)(bytes / sizeof *code), code};
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0);
}

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define IF_EQUAL(value, yes, no) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, yes, no)
#define SKIP(count) BPF_STMT(BPF_JMP | BPF_JA, count)
#define ALLOW BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
#define REFUSE BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM)
#define PIDFD_SEND_SIGNAL 424

/* At level B nobody hides the other processes of this uid, so sending signals is refused as a whole.
 * SIGURG passes: Go's runtime lives on it, and it does nothing to others. */
static int refuse_signals(void)
{
    struct sock_filter code[] = {
        LOAD(nr),
        IF_EQUAL(SYS_kill, 8, 0),
        IF_EQUAL(SYS_tkill, 7, 0),
        IF_EQUAL(SYS_rt_sigqueueinfo, 6, 0),
        IF_EQUAL(SYS_rt_tgsigqueueinfo, 5, 0),
        IF_EQUAL(PIDFD_SEND_SIGNAL, 4, 0),
        IF_EQUAL(SYS_tgkill, 0, 2),
        LOAD(args[2]),
        IF_EQUAL(SIGURG, 0, 1),
        ALLOW,
        REFUSE,
    };
    return add_filter(code, sizeof code);
}

/* A child that is just sending SIGCONT when we stop them all would wake another one, which then runs between turns.
 * Not in the shipped filter: as PID 1 we are under that one ourselves. */
static int refuse_waking(void)
{
    struct sock_filter code[] = {
        LOAD(nr),
        IF_EQUAL(SYS_kill, 7, 0),
        IF_EQUAL(SYS_tkill, 6, 0),
        IF_EQUAL(SYS_rt_sigqueueinfo, 5, 0),
        IF_EQUAL(PIDFD_SEND_SIGNAL, 4, 0),
        IF_EQUAL(SYS_tgkill, 1, 0),
        IF_EQUAL(SYS_rt_tgsigqueueinfo, 0, 4),
        LOAD(args[2]),
        SKIP(1),
        LOAD(args[1]),
        IF_EQUAL(SIGCONT, 1, 0),
        ALLOW,
        REFUSE,
    };
    return add_filter(code, sizeof code);
}

struct launch {
    int in, out, err;
    uint64_t cpu_us; /* 0: the program lives longer than a turn */
    int failed;
};

/* The child until its exec. It shares our memory and we wait for it (vfork): touch nothing of ours. */
static int become_bot(void *argument)
{
    struct launch *launch = argument;
    if (dup2(launch->in, 0) < 0 || dup2(launch->out, 1) < 0 || dup2(launch->err, 2) < 0)
        goto failed;
    if (launch->cpu_us) {
        /* Whole seconds only: a backstop, should we ourselves be starved. */
        rlim_t seconds = launch->cpu_us / 1000000 + 2;
        struct rlimit limit = {seconds, seconds};
        setrlimit(RLIMIT_CPU, &limit);
    }
    if (!setup.init) {
        setpgid(0, 0);
        prctl(PR_SET_PDEATHSIG, SIGKILL);
    }
    if (setup.landlock && (syscall(SYS_landlock_restrict_self, ruleset, 0) || refuse_signals()))
        goto failed;
    if (setup.init && !launch->cpu_us && refuse_waking())
        goto failed;
    if (filter.len && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter, 0, 0))
        goto failed;
    execvpe(argv_of_bot[0], argv_of_bot, env_of_bot);
failed:
    launch->failed = errno;
    _exit(127);
}

/* Start the program with these ends of its pipes, which are closed here; return 0 or the error. */
int start(uint64_t cpu_us, int in, int out, int err)
{
    static char stack[65536] __attribute__((aligned(16)));
    struct launch launch = {in, out, err, cpu_us, 0};
    /* Every turn counts its processes from 2 on: how many there were before would tell what an earlier turn has made. */
    if (cpu_us && setup.pid_fd >= 0 && pwrite(setup.pid_fd, "1", 1, 0) != 1)
        give_up("process numbers");
    pid_t pid = clone(become_bot, stack + sizeof stack, CLONE_VM | CLONE_VFORK | CLONE_PIDFD | SIGCHLD, &launch, &bot.pidfd);
    if (pid < 0)
        give_up("clone"); /* the box is empty now and nobody in it could touch our limits: not the bot's doing */
    close(in);
    close(out);
    close(err);
    bot.pid = bot.group = pid;
    return launch.failed;
}
