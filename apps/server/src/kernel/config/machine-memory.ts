import { totalmem } from 'node:os';

/** A quarter of the memory of the machine, or of the container where that has less; in MiB, 256 at least. */
export const quarterOfMemoryMb = (): number => {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
  return Math.max(256, Math.floor(memory / 4 / 1024 / 1024));
};
