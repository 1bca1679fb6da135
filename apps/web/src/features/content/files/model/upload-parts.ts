/** The properties of a file that matter for sending it. */
interface Sized {
  size: number;
}

/**
 * The most files of one request. A server takes all files of a request or none, so requests stay small; a file above the size
 * limit is sent alone and can only fail alone.
 */
const mostFiles = 20;
const mostBytes = 16 * 1024 * 1024;

/** Returns the files of the next request, from the front of the queue; at least one while there are any. */
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

export const sumFileSizes = (files: readonly Sized[]): number =>
  files.reduce((sum, file) => sum + file.size, 0);

interface UploadBytes {
  /** The bytes of all completed requests. */
  sentBytes: number;
  totalBytes: number;
  /** The bytes of the current request, and the share of them that has been sent (0 to 1). */
  part: { bytes: number; fraction: number } | undefined;
}

/** Returns the progress from 0 to 1. It reaches 1 only when no request is in progress; empty files count as sent. */
export const uploadFraction = ({ sentBytes, totalBytes, part }: UploadBytes): number => {
  if (totalBytes === 0) return part ? part.fraction : 1;
  return Math.min(1, (sentBytes + (part ? part.bytes * part.fraction : 0)) / totalBytes);
};

/** Returns the notice for files that the knowledge base already contains; undefined when there were none. */
export const unchangedNotice = (unchanged: number, names: readonly string[]): string | undefined => {
  if (unchanged <= 0) return undefined;
  if (names.length === 1) return `“${names[0]}” is here already, unchanged.`;
  if (unchanged >= names.length) return `All ${names.length} files are here already, unchanged.`;
  return `${unchanged} of ${names.length} files ${unchanged === 1 ? 'is' : 'are'} here already, unchanged.`;
};
