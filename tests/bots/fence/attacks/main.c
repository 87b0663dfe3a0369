/* Read what to do, do it. */

#include "attack.h"

char question[256];

int main(void)
{
    const struct attack *lists[] = {processes, memory, output, files, network, kernel, harm, wake, idle, channels};
    ssize_t n = read(0, question, sizeof question - 1);
    question[n > 0 ? n : 0] = 0;
    question[strcspn(question, "\n")] = 0;
    char *name = strtok(question, " ");
    if (!name || !strcmp(name, "honest")) {
        puts("fine");
        return 0;
    }
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        for (const struct attack *at = lists[i]; at->name; at++)
            if (!strcmp(at->name, name)) {
                char *rest = strtok(NULL, "");
                memmove(question, rest ? rest : "", rest ? strlen(rest) + 1 : 1);
                at->run();
                return 0;
            }
    printf("there is no attack %s\n", name);
    return 99;
}
