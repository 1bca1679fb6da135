import type { Block } from '../block.ts';
import { readLines } from './lines.ts';
import type { Parser } from './source.ts';
import { readTextChunks } from './text-file.ts';

/** A longer paragraph is split. */
const paragraphCharacters = 16_000;

/** Parses plain text, in which blank lines separate paragraphs. */
export const parseText: Parser = async function* (source) {
  const chunks = readTextChunks(source);
  yield* paragraphs(readLines(chunks, paragraphCharacters));
};

/** Joins lines to paragraphs. */
export async function* paragraphs(lines: AsyncIterable<string>): AsyncGenerator<Block> {
  let held: string[] = [];
  let characters = 0;
  for await (const line of lines) {
    const ends = line.trim() === '' || characters + line.length > paragraphCharacters;
    if (ends && held.length > 0) {
      yield { kind: 'paragraph', text: held.join('\n') };
      held = [];
      characters = 0;
    }
    if (line.trim() === '') continue;
    held.push(line);
    characters += line.length;
  }
  if (held.length > 0) yield { kind: 'paragraph', text: held.join('\n') };
}
