import { describe, expect, it } from 'vitest';
import { nextPart, unchangedNotice, uploadFraction } from './upload-parts.ts';

const mebibyte = 1024 * 1024;
const files = (count: number, size: number) => Array.from({ length: count }, () => ({ size }));

describe('the next request of an upload', () => {
  it('takes at most twenty files', () => {
    expect(nextPart(files(200, 10))).toHaveLength(20);
  });

  it('takes no more than 16 MB together', () => {
    expect(nextPart(files(10, 5 * mebibyte))).toHaveLength(3);
  });

  it('takes a file that is larger than that alone', () => {
    const large = { size: 150 * mebibyte };
    expect(nextPart([large, ...files(3, 10)])).toEqual([large]);
    expect(nextPart([...files(2, 10), large])).toHaveLength(2);
  });

  it('is empty only when nothing waits', () => {
    expect(nextPart([])).toEqual([]);
  });
});

describe('the progress of an upload', () => {
  it('counts the bytes of the request in progress', () => {
    const part = { bytes: 50, fraction: 0.5 };
    expect(uploadFraction({ sentBytes: 25, totalBytes: 100, part })).toBe(0.5);
  });

  it('never passes one, and is full when only empty files were sent', () => {
    expect(uploadFraction({ sentBytes: 100, totalBytes: 100, part: { bytes: 9, fraction: 1 } })).toBe(1);
    expect(uploadFraction({ sentBytes: 0, totalBytes: 0, part: undefined })).toBe(1);
  });
});

describe('the notice about unchanged files', () => {
  it('names a single file', () => {
    expect(unchangedNotice(1, ['handbook.pdf'])).toBe('“handbook.pdf” is here already, unchanged.');
  });

  it('counts several', () => {
    expect(unchangedNotice(2, ['a', 'b'])).toBe('All 2 files are here already, unchanged.');
    expect(unchangedNotice(1, ['a', 'b', 'c'])).toBe('1 of 3 files is here already, unchanged.');
  });

  it('is nothing when every file was new', () => {
    expect(unchangedNotice(0, ['a'])).toBeUndefined();
  });
});
