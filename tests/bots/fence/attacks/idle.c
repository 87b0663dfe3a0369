/* Ways to hold up a worker without doing anything, and to look as if one had been held up oneself. */

#include "attack.h"
#include <pthread.h>
#include <sched.h>
#include <time.h>

enum { CROWD = 12 };

static void nap(long microseconds) { nanosleep(&(struct timespec){0, microseconds * 1000}, NULL); }

/* The parent of a vfork looks like one that waits for the disk. */
static void sleep_in_vfork(void)
{
    if (vfork() == 0)
        sleep(1000);
}

/* Nobody is there for long enough to be seen twice. */
static void sleep_in_children(void)
{
    for (;;) {
        if (fork() == 0) {
            nap(8000);
            _exit(0);
        }
        wait(NULL);
    }
}

static void *nap_often(void *nothing)
{
    for (;;)
        nap(1000);
    return nothing;
}

/* All wake up at the same moment and wait for each other. */
static void sleep_in_a_crowd(void)
{
    pthread_t thread;
    for (int i = 0; i < CROWD; i++)
        pthread_create(&thread, NULL, nap_often, NULL);
    nap_often(NULL);
}

/* First they get in each other's way, then they rest on it. */
static void burn_then_sleep(void)
{
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET((size_t)sched_getcpu(), &one);
    sched_setaffinity(0, sizeof one, &one);
    for (int i = 0; i < CROWD; i++)
        if (fork() == 0) {
            while (clock() < CLOCKS_PER_SEC / 100)
                ;
            sleep(1000);
        }
    sleep(1000);
}

/* A wait within the kernel, which looks like one for the disk, again and again. */
static void sleep_in_the_kernel(void)
{
    for (;;)
        syscall(SYS_membarrier, 1, 0, 0);
}

const struct attack idle[] = {
    {"sleep_in_vfork", sleep_in_vfork},
    {"sleep_in_children", sleep_in_children},
    {"sleep_in_a_crowd", sleep_in_a_crowd},
    {"burn_then_sleep", burn_then_sleep},
    {"sleep_in_the_kernel", sleep_in_the_kernel},
    {NULL, NULL},
};
