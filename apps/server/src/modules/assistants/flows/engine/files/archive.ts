import { type Unzipped, unzipSync, type Zippable, zipSync } from 'fflate';

/** The limits of unpacking, whatever an archive claims. */
export interface ArchiveLimits {
  entries: number;
  bytes: number;
}

export interface ArchiveEntry {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
}

export type Unpacked = { entries: ArchiveEntry[] } | { problem: 'unreadable' | 'too-many' | 'too-large' };

/** Names of entries are made unique: `a.txt`, `a (2).txt`. */
export const uniqueNames = (names: readonly string[]): string[] => {
  const used = new Map<string, number>();
  return names.map((name) => {
    const times = (used.get(name) ?? 0) + 1;
    used.set(name, times);
    if (times === 1) return name;
    const dot = name.lastIndexOf('.');
    const end = dot > 0 ? dot : name.length;
    return `${name.slice(0, end)} (${times})${name.slice(end)}`;
  });
};

export const pack = (entries: readonly ArchiveEntry[]): Uint8Array<ArrayBuffer> => {
  const names = uniqueNames(entries.map(({ name }) => name));
  const archive: Zippable = {};
  entries.forEach(({ bytes }, at) => {
    archive[names[at] ?? ''] = bytes;
  });
  return zipSync(archive, { level: 6 });
};

class Excess extends Error {
  readonly problem: 'too-many' | 'too-large';
  constructor(problem: Excess['problem']) {
    super(problem);
    this.problem = problem;
  }
}

/** Unpacks an archive. An entry fills at most the bytes that its head names, and their sum is limited before anything is unpacked. */
export const unpack = (bytes: Uint8Array, limits: ArchiveLimits): Unpacked => {
  let [entries, size] = [0, 0];
  let found: Unzipped;
  try {
    found = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (name.endsWith('/')) return false;
        entries += 1;
        size += originalSize;
        if (entries > limits.entries) throw new Excess('too-many');
        if (size > limits.bytes) throw new Excess('too-large');
        return true;
      },
    });
  } catch (error) {
    return { problem: error instanceof Excess ? error.problem : 'unreadable' };
  }
  return {
    entries: Object.entries(found).map(([name, content]) => ({ name, bytes: new Uint8Array(content) })),
  };
};
