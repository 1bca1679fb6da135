import { open } from 'node:fs/promises';
import type { Block } from '../../block.ts';
import { DocumentError } from '../../document-error.ts';
import { tableBlocks } from '../../tables/table-blocks.ts';
import type { Parser } from '../source.ts';

/** Parses documents of Word 97–2003. The library does not return the style numbers that mark headings, so all text becomes paragraphs. */
export const parseDoc: Parser = async function* (source) {
  await refuseEncrypted(source.path);
  const { default: WordExtractor } = await import('word-extractor');
  const document = await new WordExtractor().extract(source.path);
  source.progress(0.9);
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
