import * as z from 'zod';
import type { Block } from '../block.ts';
import { guardJsonDepth, tryJson } from '../json-value.ts';
import { parseJson } from './json/json.ts';
import { markdownBlocks } from './markdown.ts';
import type { Parser } from './source.ts';
import { readText } from './text-file.ts';

/** A longer output is cut: it is data rather than words. */
const longestOutput = 10_000;

const Text = z.union([z.string(), z.array(z.string()).transform((lines) => lines.join(''))]);
const Output = z.object({
  text: Text.optional(),
  data: z.object({ 'text/plain': Text.optional() }).optional(),
});
const Cell = z.object({
  cell_type: z.string(),
  source: Text,
  outputs: z.array(Output).optional(),
});
const Notebook = z.object({ cells: z.array(Cell) });

/** Parses notebooks of Jupyter: their texts as Markdown, their code, and what it wrote. A file that is none is read as JSON. */
export const parseNotebook: Parser = async function* (source) {
  const text = await readText({ ...source, progress: () => {} });
  guardJsonDepth(text);
  const value = tryJson(text);
  const notebook = value.valid ? Notebook.safeParse(value.data) : undefined;
  if (notebook?.success !== true) {
    yield* parseJson(source);
    return;
  }
  source.progress(0.5);
  for (const cell of notebook.data.cells) yield* cellBlocks(cell);
};

async function* cellBlocks({
  cell_type: kind,
  source,
  outputs = [],
}: z.infer<typeof Cell>): AsyncGenerator<Block> {
  if (kind === 'markdown') yield* markdownBlocks(source);
  else if (source.trim() !== '') yield { kind: 'code', text: source };
  for (const { text, data } of outputs) {
    const written = (text ?? data?.['text/plain'] ?? '').slice(0, longestOutput);
    if (written.trim() !== '') yield { kind: 'code', text: written };
  }
}
