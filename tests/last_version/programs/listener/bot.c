/* Tells on its error output what it was told: a number for all bytes so far, after every line. Plays the first of legal. */
#include <stdio.h>
#include <string.h>

static char line[1 << 20];

int main(void) {
    unsigned sum = 2166136261u;
    while (fgets(line, sizeof line, stdin)) {
        for (const char *at = line; *at; at++)
            sum = (sum ^ (unsigned char)*at) * 16777619u;
        fprintf(stderr, "%08x\n", sum);
        const char *legal = strstr(line, "\"legal\":[\"");
        if (!legal || !strstr(line, "\"type\":\"choose\""))
            continue;
        printf("{\"action\":\"%.*s\"}\n", (int)strcspn(legal + 10, "\""), legal + 10);
        fflush(stdout);
    }
    return 0;
}
