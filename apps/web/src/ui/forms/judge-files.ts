export interface RefusedFile {
  name: string;
  /** Continues the sentence after the file's name: "is too large". */
  reason: string;
}

interface FileLimits {
  endings?: readonly string[] | undefined;
  /** The largest allowed file, in bytes. */
  maxSize?: number | undefined;
  maxFiles?: number | undefined;
  /** Whole sentences that say what to do about files of known types, by their ending. */
  refusals?: Readonly<Record<string, string>> | undefined;
}

interface NamedFile {
  name: string;
  size: number;
}

/** Returns true for files that programs leave in folders and that nobody chose. */
const isHidden = ({ name }: NamedFile): boolean => name.startsWith('.') || name === 'Thumbs.db';

const isArchive = (name: string): boolean => /\.(zip|rar|7z|tar|t?gz)$/.test(name);

const findFileError = (
  { name, size }: NamedFile,
  { endings, maxSize, refusals = {} }: FileLimits,
): string | undefined => {
  const lower = name.toLowerCase();
  const known = Object.keys(refusals).find((ending) => lower.endsWith(ending));
  if (known !== undefined) return `was not taken. ${(refusals[known] ?? '').replace(/\.$/, '')}`;
  if (endings && !endings.some((ending) => lower.endsWith(ending)))
    return isArchive(lower)
      ? 'is an archive: unpack it, then choose its files'
      : 'is not one of the accepted types';
  return maxSize !== undefined && size > maxSize ? 'is too large' : undefined;
};

/** Separates the files that may be taken from those that may not, and gives the reason for each of the latter. */
export const judgeFiles = <T extends NamedFile>(files: readonly T[], limits: FileLimits) => {
  const accepted: T[] = [];
  const refused: RefusedFile[] = [];
  for (const file of files) {
    if (isHidden(file)) continue;
    const isOneTooMany = accepted.length >= (limits.maxFiles ?? Number.POSITIVE_INFINITY);
    const reason = findFileError(file, limits) ?? (isOneTooMany ? 'is one too many' : undefined);
    if (reason === undefined) accepted.push(file);
    else refused.push({ name: file.name, reason });
  }
  return { accepted, refused };
};
