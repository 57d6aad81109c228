/* A complete bot for every game of Plowshares, in C, with nothing but the standard library.
 *
 * The referee writes one JSON object a line to our standard input, and we answer with one JSON object a line on
 * our standard output. Everything for people goes to standard error.
 *
 * Build it:  plowshares bot build kits/c
 * Try it:    plowshares bot check kits/c --game stratego
 * Then change `choose` below.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* Reading JSON without a library: `skip` finds the end of a value, `get` finds a key of an object, and
 * `item` an element of a list. All work on the text of the message; NULL means that there is no such thing. */

static const char *skip(const char *s) {
    int depth = 0, in_string = 0;
    for (; *s; s++) {
        if (in_string) {
            if (*s == '\\' && s[1]) s++;
            else if (*s == '"') in_string = 0;
        } else if (*s == '"') in_string = 1;
        else if (*s == '{' || *s == '[') depth++;
        else if (*s == '}' || *s == ']') {
            if (depth == 0) return s; /* the end of what we are in */
            depth--;
        } else if (*s == ',' && depth == 0) return s;
    }
    return s;
}

static const char *get(const char *object, const char *key) {
    size_t length = strlen(key);
    if (!object || *object != '{') return NULL;
    for (const char *s = object + 1; *s == '"';) {
        const char *name = s + 1;
        const char *value = strchr(name, '"'); /* keys of the protocol hold no escapes */
        if (!value || value[1] != ':') return NULL;
        if ((size_t)(value - name) == length && strncmp(name, key, length) == 0) return value + 2;
        s = skip(value + 2);
        if (*s == ',') s++;
    }
    return NULL;
}

static const char *item(const char *list, long index) {
    const char *s = list + 1;
    if (!list || *list != '[' || *s == ']') return NULL;
    while (index-- > 0) {
        s = skip(s);
        if (*s != ',') return NULL;
        s++;
    }
    return s;
}

static long number(const char *value) { return value ? strtol(value, NULL, 10) : 0; }

static int is(const char *value, const char *word) {
    size_t length = strlen(word);
    return value && *value == '"' && strncmp(value + 1, word, length) == 0 && value[length + 1] == '"';
}

/* Return the number of a legal action. This is the place for your ideas: `turn` is the whole message, and with other
 * "wants" than ours it holds the view, the log, and every legal action as text and as an object. */
static long choose(const char *turn) {
    long count = number(get(turn, "count"));
    return number(item(get(turn, "numbers"), rand() % count));
}

int main(void) {
    char *line = NULL;
    size_t room = 0;
    srand((unsigned)(time(NULL) ^ getpid()));
    while (getline(&line, &room, stdin) > 0) {
        const char *type = get(line, "type");
        long id = number(get(line, "id"));
        if (is(type, "hello")) {
            /* The beginning of the match: game, options, our seat, the clock. We only want numbers each turn. */
            puts("{\"type\":\"ready\",\"name\":\"c kit\",\"wants\":[\"numbers\"]}");
        } else if (is(type, "turn")) {
            /* Our turn. The same id in the answer shows the referee which question it belongs to. */
            printf("{\"type\":\"play\",\"id\":%ld,\"action\":%ld}\n", id, choose(line));
        } else if (is(type, "refused")) {
            /* The last answer was not legal: ask for the first legal action and play that. */
            fprintf(stderr, "refused: %s", line);
            if (number(get(line, "left")) > 0) printf("{\"type\":\"legal\",\"id\":%ld,\"from\":0,\"count\":1}\n", id);
        } else if (is(type, "legal")) {
            long action = number(get(item(get(line, "actions"), 0), "action"));
            printf("{\"type\":\"play\",\"id\":%ld,\"action\":%ld}\n", id, action);
        } else if (is(type, "result")) {
            fprintf(stderr, "the end: %s", line);
        }
        fflush(stdout); /* without this our answer would stay in a buffer, and our time would run out */
    }
    free(line);
    return 0;
}
