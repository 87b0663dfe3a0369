/* What a process may do to another one of the same user; here to the agent, our parent at every level. */

#include "attack.h"
#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>

static void harm_agent(void)
{
    pid_t agent = getppid();
    struct rlimit none = {0, 0};
    struct sched_param usual = {0};
    cpu_set_t cores;
    uint32_t idle[12] = {sizeof idle, 5 /* SCHED_IDLE */};
    int ends[2], owner[2] = {1 /* F_OWNER_PID */, agent};
    int kinds[] = {RLIMIT_NOFILE, RLIMIT_NPROC, RLIMIT_AS, RLIMIT_CPU};
    for (int i = 0; i < 4; i++)
        tell("prlimit", prlimit(agent, (__rlimit_resource_t)kinds[i], &none, NULL));
    tell("prlimit with bit 32", syscall(SYS_prlimit64, (1L << 32) | agent, RLIMIT_NOFILE, &none, NULL));
    sched_getaffinity(0, sizeof cores, &cores);
    tell("sched_setaffinity", sched_setaffinity(agent, sizeof cores, &cores));
    tell("sched_setscheduler", sched_setscheduler(agent, 5, &usual));
    tell("sched_setparam", sched_setparam(agent, &usual));
    tell("sched_setattr", syscall(SYS_sched_setattr, agent, idle, 0));
    tell("setpriority", setpriority(PRIO_PROCESS, (id_t)agent, 19));
    tell("setpriority of the group", setpriority(PRIO_PGRP, (id_t)getpgid(agent), 19));
    tell("setpriority of the user", setpriority(PRIO_USER, 0, 19));
    tell("ioprio_set", syscall(SYS_ioprio_set, 1 /* a process */, agent, 3 << 13 /* idle */));
    tell("PR_SCHED_CORE", prctl(62, 1 /* a cookie of its own */, 0, 0, 0));
    /* A pipe may signal whom it belongs to, and SIGIO ends whoever does not expect it. */
    tell("F_SETOWN", pipe(ends) ? 0 : fcntl(ends[0], F_SETOWN, agent));
    tell("F_SETOWN_EX", fcntl(ends[0], F_SETOWN_EX, owner));
    tell("F_SETSIG", fcntl(ends[0], F_SETSIG, SIGKILL));
    tell("F_SETSIG with bit 32", syscall(SYS_fcntl, ends[0], (1L << 32) | F_SETSIG, SIGKILL));
}

/* No harm to anybody: what a program does to itself stays allowed. */
static void limit_itself(void)
{
    struct rlimit few = {32, 32};
    cpu_set_t cores;
    tell("getrlimit", getrlimit(RLIMIT_NPROC, &few));
    few.rlim_cur = few.rlim_max = 32;
    tell("setrlimit", setrlimit(RLIMIT_NOFILE, &few));
    tell("sched_getaffinity", sched_getaffinity(0, sizeof cores, &cores));
    tell("sched_setaffinity", sched_setaffinity(0, sizeof cores, &cores));
    tell("PR_SET_PDEATHSIG", prctl(PR_SET_PDEATHSIG, SIGKILL));
}

/* To be last in line is to be kept waiting by others for as long as one likes. */
static void stand_back(void)
{
    struct sched_param usual = {0};
    uint64_t idle[6] = {48 | (uint64_t)SCHED_IDLE << 32};
    tell("sched_setscheduler", sched_setscheduler(0, SCHED_IDLE, &usual));
    tell("sched_setattr", syscall(SYS_sched_setattr, 0, idle, 0));
    tell("nice", setpriority(PRIO_PROCESS, 0, 19));
}

const struct attack harm[] = {
    {"harm_agent", harm_agent}, {"limit_itself", limit_itself}, {"stand_back", stand_back}, {NULL, NULL},
};
