import { createReadStream } from 'node:fs';
import type { BadPlaces, Detected } from '../encoding/index.ts';
import type { DocumentNote, TextEncoding } from '../process/wire.ts';
import { toByteChunks } from '../to-byte-chunks.ts';

const chunkBytes = 64 * 1024;

const openFile = (path: string) => toByteChunks(createReadStream(path, { highWaterMark: chunkBytes }));

/** Detects the encoding of a text file by all of its bytes. `declared` has the labels in it. */
export async function detectFileEncoding(path: string, declared: readonly string[] = []): Promise<Detected> {
  const { detectStreamEncoding } = await import('../encoding/index.ts');
  return detectStreamEncoding(() => openFile(path), declared);
}

/** A text file, and what to do with what is found out about it. */
export interface TextFile {
  path: string;
  size: number;
  /** The labels that the file itself gives, the most reliable first. */
  declared?: readonly string[];
  /** The encoding that is used, whatever the file says. */
  encoding?: string | undefined;
  progress?: (fraction: number) => void;
  readAs?: (encoding: TextEncoding) => void;
  note: (note: DocumentNote) => void;
}

/** Returns the encoding of the file and reports it. One that is not certain is noted, unless it is UTF-8. */
const findEncoding = async (file: TextFile): Promise<string> => {
  const { path, declared, encoding: chosen, readAs, note } = file;
  if (chosen !== undefined) {
    readAs?.({ name: chosen, sure: 'chosen' });
    return chosen;
  }
  const { encoding, sure } = await detectFileEncoding(path, declared);
  readAs?.({ name: encoding, sure });
  if (sure === 'certain' || encoding === 'utf-8') return encoding;
  const { showEncoding } = await import('../encoding/index.ts');
  note({
    code: 'documents.encoding_guessed',
    message: `The file does not say how its characters are encoded. It was read as ${showEncoding(encoding)}.`,
  });
  return encoding;
};

/** Notes the places that could not be read. */
export const noteMarks = ({ note }: Pick<TextFile, 'note'>, marks: BadPlaces | null): void => {
  if (marks === null) return;
  const { count, line } = marks;
  note({
    code: 'documents.characters_unreadable',
    message:
      count === 1
        ? `One character could not be read and is marked with \ufffd. It is in line ${line}.`
        : `${count} characters could not be read and are marked with \ufffd. The first is in line ${line}.`,
  });
};

/** Yields the file’s text in pieces, without byte order mark and NUL characters. What is no character is marked and noted. */
export async function* readTextChunks(file: TextFile): AsyncGenerator<string> {
  const encoding = await findEncoding(file);
  const { TextDecoding: Decoding } = await import('../encoding/index.ts');
  const decoding = new Decoding(encoding);
  let read = 0;
  let isFirst = true;
  const clean = (text: string): string => {
    const begun = isFirst && text.startsWith('\ufeff') ? text.slice(1) : text;
    isFirst &&= text === '';
    return begun.replaceAll('\0', '');
  };
  for await (const bytes of openFile(file.path)) {
    read += bytes.length;
    file.progress?.(read / file.size);
    const text = clean(decoding.write(bytes));
    if (text !== '') yield text;
  }
  const rest = clean(decoding.end());
  if (rest !== '') yield rest;
  noteMarks(file, decoding.marks);
}

/** Reads the whole file as text. */
export async function readText(file: TextFile): Promise<string> {
  const parts: string[] = [];
  for await (const part of readTextChunks(file)) parts.push(part);
  return parts.join('');
}
