import type { DestinationStream } from 'pino';

/** Milliseconds for which a line may wait for others. */
export const waitMs = 50;
const mostCharacters = 16_384;

/** The lines that may wait begin like this: the level is the first field. */
const isPatient = (line: string): boolean => /^\{"level":"(info|debug|trace)"/.test(line);

/**
 * Writes lines that come shortly after each other together, because each write to a pipe or a file takes longer than making the line.
 * Warnings and failures, and what came before them, are written at once. `flush` writes what still waits.
 */
export const joinLines = (target: DestinationStream): DestinationStream & { flush(): void } => {
  let waiting = '';
  let timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const lines = waiting;
    waiting = '';
    if (lines !== '') target.write(lines);
  };
  return {
    flush,
    write(line) {
      waiting += line;
      if (waiting.length >= mostCharacters || !isPatient(line)) flush();
      else timer ??= setTimeout(flush, waitMs).unref();
    },
  };
};
