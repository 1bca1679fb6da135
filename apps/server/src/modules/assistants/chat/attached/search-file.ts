import type { RetrievalResult } from '@atelier/contracts/content/retrieval/retrieval-shapes';
import type { TablePart } from '@atelier/retrieval/tables';
import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import type { TableDocument } from '../../../content/documents/declarations.ts';
import type { AskedFile, Writing } from '../../apps/declarations.ts';
import { fileSearch } from '../computations.ts';
import type { FileRow } from '../tables.ts';
import { fileRepository } from './repository.ts';

const toChunkId = (fileId: string, ordinal: number): string => `${fileId}:${ordinal}`;

const load = async (ctx: Ctx, { fileId }: AskedFile): Promise<FileRow> =>
  (await ctx.tx(({ db }) => fileRepository.find(db, fileId))) ?? fail('chat.file_not_found');

const noStage = {
  bm25: null,
  vector: null,
  summary: null,
  graph: null,
  fused: null,
  recency: null,
  rerank: null,
};

const toHits = (row: FileRow, { at, score }: { at: number; score: number }): RetrievalResult[] => {
  const { id, name, content, sections } = row;
  const chunk = row.chunks[at];
  if (chunk === undefined) return [];
  const { start, end, page, heading } = chunk;
  const text = content.slice(start, end);
  const within = sections.filter((section) => section.end > start && section.start < end);
  return [
    {
      chunkId: toChunkId(id, at),
      text,
      score,
      stages: { ...noStage, bm25: score },
      document: {
        knowledgeBaseImportId: id,
        knowledgeBaseId: '',
        name,
        ...(page === null ? {} : { page }),
        ...(heading === null ? {} : { heading }),
      },
      edited: false,
      start,
      end,
      positions: within.map((section) => ({ page: section.page, second: null, start: section.start })),
      quote: text,
    },
  ];
};

/**
 * Searches the one file that a question is about, by words. `withRest` adds the chunks that the words do not lead to, in the order of the
 * file, for models that read as much as fits.
 */
export const searchFile = async (
  { ctx, signal }: Pick<Writing, 'ctx' | 'signal'>,
  file: AskedFile,
  { query, topK, withRest }: { query: string; topK: number; withRest: boolean },
): Promise<RetrievalResult[]> => {
  const row = await load(ctx, file);
  const { content, chunks } = row;
  const order = { content, chunks, query, topK, withRest };
  const found = await ctx.services.compute.run(fileSearch, order, { tenantId: ctx.tenantId, signal });
  return found.flatMap((hit) => toHits(row, hit));
};

/** The tables of the one file that a question is about, and the chunks of its rows. */
export const tablesOfFile = (ctx: Ctx, file: AskedFile) => {
  let chunks: FileRow['chunks'] = [];
  return {
    async read(): Promise<{ documents: TableDocument[]; tooLarge: string[] }> {
      const row = await load(ctx, file);
      ({ chunks } = row);
      const parts: TablePart[] = row.sections.map(({ start, end, page }) => ({
        text: row.content.slice(start, end),
        start,
        page,
      }));
      return { documents: [{ importId: row.id, name: row.name, parts }], tooLarge: [] };
    },
    findChunksAt: (importId: string, places: readonly number[]): Promise<Map<number, string>> =>
      Promise.resolve(
        new Map(
          places.flatMap((place) => {
            const at = chunks.findIndex(({ start, end }) => start <= place && place < end);
            return at < 0 ? [] : [[place, toChunkId(importId, at)] as const];
          }),
        ),
      ),
  };
};
