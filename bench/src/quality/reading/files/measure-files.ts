import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type Block, joinBlocks, parseExtension } from '@atelier/documents';
import type { ParserPool } from '@atelier/documents/process';
import { parseAll } from '@atelier/documents/tests/files';
import * as z from 'zod';
import { readRows } from '../grids/read-rows.ts';
import { compareWords, type WordsCompared } from './compare-words.ts';

const PeerLine = z.object({
  path: z.string(),
  peer: z.string(),
  text: z.string().optional(),
  error: z.string().optional(),
});

/** What a peer read out of a file. */
export interface Reading {
  peer: string;
  text: string;
}

/** Reads the lines that `peers.py` wrote: the text of each file by each peer that could read it. */
export const readPeers = async (path: string): Promise<Map<string, Reading[]>> => {
  const readings = new Map<string, Reading[]>();
  for (const line of (await readFile(path, 'utf8')).split('\n')) {
    if (line === '') continue;
    const { path: file, peer, text } = PeerLine.parse(JSON.parse(line));
    const own = readings.get(file) ?? [];
    if (text !== undefined) own.push({ peer, text: text.toWellFormed() });
    readings.set(file, own);
  }
  return readings;
};

/** Each row repeats the names of its columns; peers have them once, above the rows. */
const withNamesOnce = (blocks: readonly Block[]): string => {
  let names = '';
  return joinBlocks(
    blocks.map((block) => {
      if (block.kind !== 'row') return block;
      const row = readRows([block]).flat();
      const own = row.map(({ name }) => name).join(' ');
      const values = row.map(({ value }) => value).join(' ');
      const text = own === names || names.includes(own) ? values : `${own} ${values}`;
      names = own.length > names.length || text !== values ? own : names;
      return { ...block, text };
    }),
  );
};

/** How a file was read, and how much of the words of that peer which agrees most. */
export interface FileResult {
  path: string;
  format: string;
  outcome: 'read' | 'refused' | 'failed';
  code: string | null;
  notes: readonly string[];
  best: (WordsCompared & { peer: string }) | undefined;
}

/** Endings of the parser that say nothing about the file. */
const failures: ReadonlySet<string> = new Set(['documents.parser_crashed', 'documents.deadline']);

const bestOf = (text: string, readings: readonly Reading[]): FileResult['best'] =>
  readings
    .map(({ peer, text: theirs }) => ({ peer, ...compareWords(text, theirs) }))
    .filter(({ words }) => words > 0)
    .toSorted((one, other) => other.inOrder - one.inOrder)
    .at(0);

/** Reads one file as the product does; pictures are left to a model, so that no text recognition is measured. */
const measureFile = async (
  pool: ParserPool,
  folder: string,
  path: string,
  readings: readonly Reading[],
): Promise<FileResult> => {
  const file = { path: join(folder, path), name: basename(path), imageHandling: 'IMAGES' } as const;
  const { blocks, code, notes } = await parseAll(pool, file);
  const outcome = code === null ? 'read' : failures.has(code) ? 'failed' : 'refused';
  return {
    path,
    format: parseExtension(path),
    outcome,
    code,
    notes,
    best: outcome === 'read' ? bestOf(withNamesOnce(blocks), readings) : undefined,
  };
};

/** Reads all files of a folder in the formats that peers read, and compares their words. */
export async function* measureFiles(
  pool: ParserPool,
  folder: string,
  peers: ReadonlyMap<string, readonly Reading[]>,
): AsyncGenerator<FileResult> {
  const names = await readdir(folder, { recursive: true });
  for (const path of names.toSorted()) {
    const readings = peers.get(path);
    if (readings) yield await measureFile(pool, folder, path, readings);
  }
}
