/* The floor for reading: libyaml's events over the files named, nothing kept. "@FILE" names a list of files. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

static long events, bytes;

static void read_events(const unsigned char *text, size_t size) {
  yaml_parser_t parser;
  yaml_parser_initialize(&parser);
  yaml_parser_set_input_string(&parser, text, size);
  for (int type = YAML_NO_EVENT; type != YAML_STREAM_END_EVENT; ++events) {
    yaml_event_t event;
    if (!yaml_parser_parse(&parser, &event)) {
      break;
    }
    type = event.type;
    yaml_event_delete(&event);
  }
  yaml_parser_delete(&parser);
}

static void read_file(const char *name) {
  FILE *file = fopen(name, "rb");
  if (file == NULL) {
    return;
  }
  fseek(file, 0, SEEK_END);
  const long size = ftell(file);
  rewind(file);
  unsigned char *text = malloc((size_t)size + 1);
  const size_t got = fread(text, 1, (size_t)size, file);
  fclose(file);
  read_events(text, got);
  bytes += (long)got;
  free(text);
}

int main(int count, char **names) {
  for (int i = 1; i < count; ++i) {
    if (names[i][0] != '@') {
      read_file(names[i]);
      continue;
    }
    FILE *list = fopen(names[i] + 1, "r");
    char line[4096];
    while (list != NULL && fgets(line, sizeof line, list) != NULL) {
      line[strcspn(line, "\n")] = '\0';
      read_file(line);
    }
  }
  printf("%ld events, %ld bytes\n", events, bytes);
  return 0;
}
