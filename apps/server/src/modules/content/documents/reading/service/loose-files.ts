import { Chunking } from '@atelier/contracts/content/bases/chunking-shapes';
import { DocumentError } from '@atelier/documents';
import { createBreather } from '../../../../../kernel/compute/breather.ts';
import type { Ctx } from '../../../../../kernel/context/context.ts';
import type { NewChunk, NewSection } from '../../../indexing/index.ts';
import { parsers } from '../../import-run/read-document.ts';
import { createDocumentWriter } from '../../writing/document-writer.ts';

/** A file that belongs to no knowledge base, as it was read and cut. */
export interface LooseText {
  sections: readonly NewSection[];
  chunks: readonly NewChunk[];
  characters: number;
}

interface LooseFile {
  path: string;
  name: string;
  /** More text than this is not read. */
  mostCharacters: number;
}

/** Nothing of a loose file is stored under this key. */
const nowhere = { importId: '', indexVersionId: '', documentVersion: 1 };
/** A single file is searched alone, so that its names distinguish nothing. */
const index = { chunking: Chunking.parse({}), language: 'english' as const, format: 1 };

/**
 * Reads a file in a parser process, and cuts it into sections and chunks without storing them. Returns undefined when it has more text than
 * it may have. Pictures and recordings, which only a model can read, are left out. Throws DocumentError, also for a file without text.
 */
export const readLooseFile = async (
  ctx: Ctx,
  { path, name, mostCharacters }: LooseFile,
  signal: AbortSignal,
): Promise<LooseText | undefined> => {
  const writer = createDocumentWriter(nowhere, index, name);
  const breathe = createBreather();
  const sections: NewSection[] = [];
  const chunks: NewChunk[] = [];
  const goThrough = async (steps: Iterable<unknown>) => {
    const each = steps[Symbol.iterator]();
    while (!each.next().done) await breathe();
    const taken = writer.take();
    sections.push(...taken.sections);
    chunks.push(...taken.chunks);
  };
  const blocks = ctx.use(parsers.forVisitors).parse({ path, name, owner: ctx.tenantId, signal });
  for await (const { unread, ...block } of blocks) {
    if (unread === undefined) await goThrough(writer.push(block));
    if (writer.facts.charCount > mostCharacters) return undefined;
  }
  await goThrough(writer.end());
  if (writer.facts.charCount === 0)
    throw new DocumentError('documents.no_text', 'only what a model can read');
  return { sections, chunks, characters: writer.facts.charCount };
};

// Files that belong to no knowledge base: those of visitors, of records and of runs.
export { openLooseFile, showLooseFile } from './show-loose-file.ts';
