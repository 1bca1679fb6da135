import type { DocumentNote } from '@atelier/documents';
import type { RunHandle } from '../../../kernel/runs/index.ts';
import { pathOfFile } from '../../files/index.ts';
import { contentRepository } from '../repository/content.ts';
import { importRepository } from '../repository/imports.ts';
import { segmentRepository } from '../repository/segments.ts';
import { createBreather } from './breather.ts';
import { createDocumentWriter } from './document-writer.ts';
import type { ImportWork } from './import-work.ts';
import { parsers } from './parsers.ts';

/** The share of an import's progress that reading takes when embedding follows. */
const readingShare = 0.5;

const startAnew = (run: RunHandle, { place }: ImportWork): Promise<void> =>
  run.step(async (tx) => {
    await segmentRepository.removeWaiting(tx.db, place);
    await contentRepository.removeOf(tx.db, place);
  });

const noteOf = (notes: readonly DocumentNote[]): string | null =>
  notes.length === 0 ? null : [...new Set(notes.map(({ message }) => message))].join(' ');

/**
 * Parses the file in a child process, and stores sections, chunks and their lexical segments in batches. What an
 * attempt that did not finish has left behind is deleted first. Throws DocumentError.
 */
export const readDocument = async (run: RunHandle, work: ImportWork): Promise<void> => {
  const { place, index, file } = work;
  const share = index.embeddingModelId === null ? 1 : readingShare;
  await startAnew(run, work);
  await run.progress(0, 'Reading');
  const writer = createDocumentWriter(place, index.chunking);
  const breathe = createBreather();
  const notes: DocumentNote[] = [];
  let fraction = 0;
  const blocks = run.ctx.use(parsers).parse({
    path: await pathOfFile(run.ctx, file),
    name: file.name,
    signal: run.signal,
    onProgress: (done) => {
      fraction = done;
    },
    onNote: (note) => notes.push(note),
  });
  for await (const block of blocks) {
    writer.push(block);
    await breathe();
    if (!writer.isFull) continue;
    await run.step((tx) => writer.write(tx));
    await run.progress(fraction * share, 'Reading');
  }
  writer.end();
  await run.step(async (tx) => {
    await writer.write(tx);
    await importRepository.update(tx.db, place.importId, {
      ...writer.facts,
      chunkedFor: index.id,
      note: noteOf(notes),
    });
  });
};
