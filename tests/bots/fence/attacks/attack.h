/* A program that does what its question names: one attack, or something honest. */

#ifndef ATTACK_H
#define ATTACK_H

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

struct attack {
    const char *name;
    void (*run)(void);
};

extern const struct attack processes[], memory[], output[], files[], network[], kernel[], harm[], wake[], idle[], channels[];
extern char question[256]; /* the rest of the question's first line, after the name */

/* Say whether a call was refused, and how: "mount: refused (Operation not permitted)". */
static inline void tell(const char *what, long result)
{
    if (result < 0)
        printf("%s: refused (%s)\n", what, strerror(errno));
    else
        printf("%s: DONE\n", what);
    fflush(stdout);
}

#endif
