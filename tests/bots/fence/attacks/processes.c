/* Too many processes, processes that stay, and processes that kill. */

#include "attack.h"
#include <dirent.h>
#include <pthread.h>
#include <sys/prctl.h>
#include <sys/resource.h>

static void fork_bomb(void)
{
    for (;;)
        fork();
}

static void *forever(void *nothing)
{
    for (;;)
        pause();
    return nothing;
}

static void thread_bomb(void)
{
    pthread_t thread;
    int made = 0;
    while (made < 10000 && pthread_create(&thread, NULL, forever, NULL) == 0)
        made++;
    printf("%d\n", made);
}

static void vfork_bomb(void)
{
    for (;;)
        if (vfork() == 0)
            for (;;)
                vfork();
}

static void count_forks(void)
{
    int made = 0;
    while (made < 10000) {
        pid_t pid = fork();
        if (pid == 0)
            forever(NULL);
        if (pid < 0)
            break;
        made++;
    }
    printf("%d\n", made);
}

/* A daemon keeps stdout open: whoever waits for the end of output waits for ever. */
static void daemonise(void)
{
    if (fork() == 0) {
        tell("setsid", setsid());
        if (fork() == 0)
            forever(NULL);
        _exit(0);
    }
    wait(NULL);
    puts("moved");
}

static void daemon_burns(void)
{
    if (fork() == 0)
        for (;;)
            ;
    puts("moved");
}

static void leave_group(void)
{
    tell("setpgid", fork() ? 0 : setpgid(0, 0));
    wait(NULL);
}

static void kill_parent(void) { tell("kill", kill(getppid(), SIGKILL)); }
static void kill_one(void)
{
    kill(1, SIGKILL);
    kill(1, SIGSTOP);
    kill(1, SIGTERM);
    kill(1, SIGSEGV);
    kill(1, SIGPIPE);
    puts("moved");
}

static void kill_everything(void)
{
    kill(-1, SIGSTOP);
    kill(-1, SIGKILL);
    puts("moved");
}

static void list_processes(void)
{
    DIR *folder = opendir("/proc");
    int seen = 0;
    for (struct dirent *entry; folder && (entry = readdir(folder));)
        seen += entry->d_name[0] >= '1' && entry->d_name[0] <= '9';
    printf("%d\n", seen);
}

static void stop_itself(void)
{
    kill(getpid(), SIGSTOP);
    raise(SIGSTOP);
    pause();
}

static void sleep_long(void) { sleep(1000); }

static void burn(void)
{
    signal(SIGXCPU, SIG_IGN);
    signal(SIGTERM, SIG_IGN);
    for (;;)
        ;
}

/* Children do the work while the parent sleeps, so that its own clock stands still. */
static void burn_in_children(void)
{
    for (int i = 0; i < 4; i++)
        if (fork() == 0)
            for (;;)
                ;
    while (wait(NULL) > 0)
        ;
}

static void *burn_in_thread(void *nothing)
{
    for (;;)
        ;
    return nothing;
}

static void burn_in_threads(void)
{
    pthread_t thread;
    for (int i = 0; i < 3; i++)
        pthread_create(&thread, NULL, burn_in_thread, NULL);
    pause();
}

static void fail_after_move(void)
{
    puts("7");
    exit(3);
}

static void become_root(void)
{
    int status = 0;
    tell("setuid", setuid(0));
    tell("setresuid", setresuid(0, 0, 0));
    tell("setgid", setgid(0));
    if (fork() == 0) {
        execl("/usr/bin/su", "su", "-c", "true", (char *)NULL);
        _exit(1);
    }
    wait(&status);
    errno = EPERM;
    tell("su", status ? -1 : 0);
    /* Without new privileges no set-user-ID program helps, whatever it is. */
    tell("set-user-ID", prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1 ? -1 : 0);
}

static void raise_limits(void)
{
    int kinds[] = {RLIMIT_AS, RLIMIT_NPROC, RLIMIT_FSIZE, RLIMIT_NOFILE, RLIMIT_CORE, RLIMIT_CPU};
    for (int i = 0; i < 6; i++) {
        struct rlimit most = {RLIM_INFINITY, RLIM_INFINITY};
        tell("setrlimit", setrlimit(kinds[i], &most));
    }
    errno = 0;
    tell("nice", nice(-10));
}

const struct attack processes[] = {
    {"fork_bomb", fork_bomb},
    {"thread_bomb", thread_bomb},
    {"vfork_bomb", vfork_bomb},
    {"count_forks", count_forks},
    {"daemon", daemonise},
    {"daemon_burns", daemon_burns},
    {"leave_group", leave_group},
    {"kill_parent", kill_parent},
    {"kill_one", kill_one},
    {"kill_everything", kill_everything},
    {"list_processes", list_processes},
    {"stop_itself", stop_itself},
    {"sleep", sleep_long},
    {"burn", burn},
    {"burn_in_children", burn_in_children},
    {"burn_in_threads", burn_in_threads},
    {"fail_after_move", fail_after_move},
    {"become_root", become_root},
    {"raise_limits", raise_limits},
    {NULL, NULL},
};
