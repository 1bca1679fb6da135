import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Block, DocumentError } from '../src/index.ts';
import { type DocumentNote, type ParserJob, type ParserPool } from '../src/process/index.ts';

/** A folder for one test file. */
export async function makeFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-documents-'));
  return {
    async write(name: string, content: Buffer | string): Promise<{ path: string; name: string }> {
      // Files are stored under opaque names, so parsers must use the given name and the bytes.
      const path = join(folder, `${Math.random().toString(36).slice(2)}.bin`);
      await writeFile(path, content);
      return { path, name };
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

export type Outcome = {
  blocks: Block[];
  notes: string[];
  /** The texts of the notes. */
  said: string[];
  code: string | null;
  fractions: number[];
  pages: number[];
};

/** Parses a file and returns its outcome, whether it succeeds or fails. */
export async function parseAll(pool: ParserPool, file: ParserJob): Promise<Outcome> {
  const outcome: Outcome = { blocks: [], notes: [], said: [], code: null, fractions: [], pages: [] };
  try {
    const job = {
      ...file,
      onNote: ({ code, message }: DocumentNote) => {
        outcome.notes.push(code);
        outcome.said.push(message);
      },
      onPages: (count: number) => void outcome.pages.push(count),
      onProgress: (fraction: number) => void outcome.fractions.push(fraction),
    };
    for await (const block of pool.parse(job)) outcome.blocks.push(block);
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    outcome.code = error.code;
  }
  return outcome;
}
