import { renameSync, statSync } from 'node:fs';
import { type DestinationStream, pino } from 'pino';

/** In bytes. A file that is full is kept beside the new one, in the place of the one before. */
const mostOfFile = 50 * 1024 * 1024;

/** Appends lines to a file, whose folder is made where it is missing. */
export const logFile = (path: string, most = mostOfFile): DestinationStream => {
  const output = pino.destination({ dest: path, mkdir: true, sync: true });
  let size = statSync(path).size;
  return {
    write: (line) => {
      if (size > most) {
        renameSync(path, `${path}.1`);
        output.reopen();
        size = 0;
      }
      size += Buffer.byteLength(line);
      output.write(line);
    },
  };
};
