export interface RefusedFile {
  name: string;
  /** Goes on after the name: "is too large". */
  reason: string;
}

interface FileLimits {
  endings?: readonly string[] | undefined;
  /** Bytes. */
  maxSize?: number | undefined;
  maxFiles?: number | undefined;
}

interface NamedFile {
  name: string;
  size: number;
}

/** What programs leave in folders; nobody chose it. */
const isHidden = ({ name }: NamedFile): boolean => name.startsWith('.') || name === 'Thumbs.db';

const isArchive = (name: string): boolean => /\.(zip|rar|7z|tar|t?gz)$/.test(name);

const refusalOf = ({ name, size }: NamedFile, { endings, maxSize }: FileLimits): string | undefined => {
  const lower = name.toLowerCase();
  if (endings && !endings.some((ending) => lower.endsWith(ending)))
    return isArchive(lower)
      ? 'is an archive: unpack it, then choose its files'
      : 'is not one of the accepted types';
  return maxSize !== undefined && size > maxSize ? 'is too large' : undefined;
};

/** Tells the files that may be taken from those that may not, with the reason of each. */
export const judgeFiles = <T extends NamedFile>(files: readonly T[], limits: FileLimits) => {
  const accepted: T[] = [];
  const refused: RefusedFile[] = [];
  for (const file of files) {
    if (isHidden(file)) continue;
    const isOneTooMany = accepted.length >= (limits.maxFiles ?? Number.POSITIVE_INFINITY);
    const reason = refusalOf(file, limits) ?? (isOneTooMany ? 'is one too many' : undefined);
    if (reason === undefined) accepted.push(file);
    else refused.push({ name: file.name, reason });
  }
  return { accepted, refused };
};
