import { totalmem } from 'node:os';

/** Returns a quarter of the memory of the machine, or of its container where that has less: in MiB, at least 256. */
export const quarterOfMemoryMb = (): number => {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
  return Math.max(256, Math.floor(memory / 4 / 1024 / 1024));
};
