import { open } from 'node:fs/promises';
import type { Block } from '../../block.ts';
import { DocumentError } from '../../document-error.ts';
import { tableBlocks } from '../../tables/table-blocks.ts';
import type { Parser } from '../source.ts';
import { noteLeftOut } from './left-out.ts';

/** Parses documents of Word 97–2003. The library does not return the style numbers that mark headings, so all text becomes paragraphs. */
export const parseDoc: Parser = async function* (source) {
  await refuseEncrypted(source.path);
  await mendFilters();
  const { default: WordExtractor } = await import('word-extractor');
  const document = await new WordExtractor().extract(source.path);
  source.progress(0.9);
  noteLeftOut(source, {
    comments: countLines(document.getAnnotations()),
    margins: countLines(document.getHeaders()),
  });
  for (const part of [
    document.getBody(),
    document.getTextboxes(),
    document.getFootnotes(),
    document.getEndnotes(),
  ]) {
    // Word ends every paragraph with one line break.
    yield* readLines(part.split('\n'));
  }
};

const countLines = (text: string): number => text.split('\n').filter((line) => line.trim() !== '').length;

/** The characters between 0x80 and 0x9F for which the library has no other one. */
const unnamed: Record<string, string> = {
  '\u0080': '€',
  '\u0081': '',
  '\u008d': '',
  '\u008f': '',
  '\u0090': '',
  '\u009d': '',
};

let isMended = false;

/**
 * Mends two functions of the library before it takes them: they write the word "undefined" for optional hyphens and for characters that they do not know,
 * such as €, and leave hyphens that do not break as control characters.
 */
async function mendFilters(): Promise<void> {
  if (isMended) return;
  isMended = true;
  const { default: filters } = await import('word-extractor/lib/filters.js');
  const { clean, binaryToUnicode } = filters;
  filters.clean = (text) => clean(text.replaceAll('\u001e', '-').replaceAll('\u001f', ''));
  filters.binaryToUnicode = (text) =>
    binaryToUnicode(text.replaceAll(/[\u0080\u0081\u008d\u008f\u0090\u009d]/g, (one) => unnamed[one] ?? ''));
}

/** The library returns a row of a Word 97 table as one line with tabs between its cells. Such lines behind each other are a table. */
function* readLines(lines: readonly string[]): Generator<Block> {
  let rows: string[][] = [];
  for (const line of [...lines, '']) {
    if (line.includes('\t') && line.trim() !== '') {
      rows.push(line.split('\t'));
      continue;
    }
    yield* tableBlocks(rows);
    rows = [];
    yield { kind: 'paragraph', text: line };
  }
}

/**
 * Reads the flag fEncrypted of the file information block ([MS-DOC] 2.5.2), because the library would return noise for an encrypted file.
 */
async function refuseEncrypted(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const bytes = Buffer.alloc(512);
    for (let at = 512; at < Math.min(size, 1024 * 1024); at += 512) {
      await file.read(bytes, 0, 512, at);
      if (bytes.readUInt16LE(0) !== 0xa5ec) continue;
      if ((bytes.readUInt16LE(10) & 0x0100) !== 0)
        throw new DocumentError('documents.encrypted', 'fEncrypted');
      return;
    }
  } finally {
    await file.close();
  }
}
