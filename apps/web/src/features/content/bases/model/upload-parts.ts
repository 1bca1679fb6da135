/** What of a file matters for sending it. */
interface Sized {
  size: number;
}

/**
 * A request carries at most this much. A server takes all files of a request or none, so requests stay
 * small; a file beyond the limit travels alone and can only fail alone.
 */
const mostFiles = 20;
const mostBytes = 16 * 1024 * 1024;

/** The files of the next request, from the front of the queue; never none while there are any. */
export const nextPart = <T extends Sized>(queue: readonly T[]): T[] => {
  const part: T[] = [];
  let bytes = 0;
  for (const file of queue) {
    bytes += file.size;
    if (part.length > 0 && (part.length >= mostFiles || bytes > mostBytes)) break;
    part.push(file);
  }
  return part;
};

export const bytesOf = (files: readonly Sized[]): number => files.reduce((sum, file) => sum + file.size, 0);

interface UploadBytes {
  /** Bytes of finished requests. */
  sentBytes: number;
  totalBytes: number;
  /** Of the request under way: its bytes, and how much of it has left (0 to 1). */
  part: { bytes: number; fraction: number } | undefined;
}

/** From 0 to 1. Full only when nothing is under way any more; empty files count as sent. */
export const uploadFraction = ({ sentBytes, totalBytes, part }: UploadBytes): number => {
  if (totalBytes === 0) return part ? part.fraction : 1;
  return Math.min(1, (sentBytes + (part ? part.bytes * part.fraction : 0)) / totalBytes);
};

/** What is said when files were sent that are here already; undefined when there were none. */
export const unchangedNotice = (unchanged: number, names: readonly string[]): string | undefined => {
  if (unchanged <= 0) return undefined;
  if (names.length === 1) return `“${names[0]}” is here already, unchanged.`;
  if (unchanged >= names.length) return `All ${names.length} files are here already, unchanged.`;
  return `${unchanged} of ${names.length} files ${unchanged === 1 ? 'is' : 'are'} here already, unchanged.`;
};
