import { unzipSync, zipSync } from 'fflate';
import { mutate, type Numbers } from './mutate.ts';

/** A ZIP file begins so. */
const isArchive = (bytes: Buffer): boolean => bytes.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004';

/** Returns the files of an archive by name; nothing where it is damaged. */
const unpack = (bytes: Buffer): Record<string, Uint8Array> => {
  try {
    return unzipSync(bytes);
  } catch {
    return {};
  }
};

/** How often an archive is changed as bytes, which damages most of it: once in so many times. */
const asBytes = 10;

/**
 * Returns an archive in which one to three files differ from those of the input, packed without compression and with true checksums, so
 * that what reads the files gets them. Other inputs are changed as bytes.
 */
export const mutateArchive = (input: Buffer, other: Buffer, pick: Numbers): Buffer => {
  if (!isArchive(input) || pick(asBytes) === 0) return mutate(input, other, pick);
  const files = unpack(input);
  const names = Object.keys(files);
  if (names.length === 0) return mutate(input, other, pick);
  const otherFiles = Object.values(unpack(other));
  for (let times = 1 + pick(3); times > 0; times -= 1) {
    const name = names[pick(names.length)] ?? '';
    const source = otherFiles[pick(otherFiles.length)] ?? Buffer.alloc(0);
    files[name] = mutate(Buffer.from(files[name] ?? []), Buffer.from(source), pick);
  }
  return Buffer.from(zipSync(files, { level: 0 }));
};
