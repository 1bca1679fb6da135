import type { DocumentNote } from '@atelier/documents/process';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import type { RunContext } from '../../../../kernel/runs/index.ts';
import { importRepository } from '../../bases/index.ts';
import { pathOfFile } from '../../files/index.ts';
import { contentRepository, createBreather, segmentRepository } from '../../indexing/index.ts';
import { readByModels } from '../media/read-by-models.ts';
import { readingRepository } from '../media/repository.ts';
import { createDocumentWriter } from '../writing/document-writer.ts';
import type { ImportWork } from '../writing/import-work.ts';
import { parsers } from './parsers.ts';

/** The share of an import's progress that reading accounts for when embedding follows. */
const readingShare = 0.5;
/** A document that is read within this time shows no progress, because each update is a write to the database. */
const quietMs = 300;

const startAnew = (run: RunContext, { key }: ImportWork): Promise<void> =>
  run.write(async (tx) => {
    await segmentRepository.removeWaiting(tx.db, key);
    await contentRepository.removeOf(tx.db, key);
  });

const noteOf = (notes: readonly DocumentNote[]): string | null =>
  notes.length === 0 ? null : [...new Set(notes.map(({ message }) => message))].join(' ');

/**
 * Describes the progress by page. `of` is the number of pages, if the parser knows it; `page` is null for a text without
 * pages.
 */
const readingStage = (page: number | null, of: number | null): string => {
  if (page === null) return 'Reading';
  const at = `Reading page ${page.toLocaleString('en')}`;
  return of === null ? at : `${at} of ${of.toLocaleString('en')}`;
};

/**
 * Shows the parser's progress regularly, even before the first block. Returns a function that stops it. A failed update
 * does not stop the import.
 */
const showProgress = (
  run: RunContext,
  now: () => { fraction: number; page: number | null; of: number | null },
) => {
  const show = () => {
    const { fraction, page, of } = now();
    return run.progress(fraction, readingStage(page, of));
  };
  const timer = setInterval(() => void show().catch(() => undefined), quietMs);
  return () => clearInterval(timer);
};

/**
 * Parses the file in a child process, and stores sections, chunks and their lexical segments in batches. What an unfinished
 * attempt left behind is deleted first. Returns the last write, which marks the document as read, for the caller's
 * transaction. Throws DocumentError.
 */
export const readDocument = async (
  run: RunContext,
  work: ImportWork,
): Promise<(tx: TxCtx) => Promise<void>> => {
  const { key, index, file } = work;
  if (work.isBegun) await startAnew(run, work);
  const share = index.embeddingModelId === null ? 1 : readingShare;
  const writer = createDocumentWriter(key, index);
  const breathe = createBreather();
  const goThrough = async (steps: Iterable<{ isFull: boolean }>) => {
    for (const { isFull } of steps) {
      await breathe();
      if (isFull) await run.write((tx) => writer.write(tx));
    }
  };
  const notes: DocumentNote[] = [];
  let fraction = 0;
  let of: number | null = null;
  const path = await pathOfFile(run.ctx, file);
  const parsed = run.ctx.use(parsers).parse({
    path,
    name: file.name,
    owner: run.ctx.tenantId,
    imageHandling: work.imageHandling,
    signal: run.signal,
    onProgress: (done) => {
      fraction = done;
    },
    onPages: (count) => {
      of = count;
    },
    onNote: (note) => notes.push(note),
  });
  const blocks = readByModels(run, { ...work, path }, parsed);
  const stopShowing = showProgress(run, () => ({
    fraction: fraction * share,
    page: writer.facts.pageCount,
    of,
  }));
  try {
    for await (const block of blocks) await goThrough(writer.push(block));
    await goThrough(writer.end());
  } finally {
    stopShowing();
  }
  return async (tx) => {
    await writer.write(tx);
    const { facts } = writer;
    const read = { ...facts, chunkedFor: index.id, note: noteOf(notes) };
    await importRepository.update(tx.db, key.importId, read);
    await readingRepository.forget(tx.db, key.importId);
  };
};
