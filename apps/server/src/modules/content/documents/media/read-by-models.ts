import { type Block, DocumentError, type Unread } from '@atelier/documents';
import type { RunContext } from '../../../../kernel/runs/index.ts';
import type { ImportWork } from '../writing/import-work.ts';
import { describePicture } from './describe-picture.ts';
import { transcribeFile } from './transcribe-file.ts';

/** An import with the path of its file. */
export type MediaWork = Pick<ImportWork, 'import' | 'file' | 'index' | 'imageHandling'> & { path: string };

const read = (run: RunContext, work: MediaWork, block: Block, unread: Unread): Promise<Block[]> =>
  unread.kind === 'recording'
    ? transcribeFile(run, work, unread)
    : describePicture(run, work, { ...unread, page: block.page });

/**
 * Yields the blocks of a document, with recordings transcribed and pictures described by models. Throws
 * `knowledge.transcription_unavailable`, `knowledge.vision_unavailable`, `billing.credits_too_low`, the failures of the
 * models, and DocumentError when nothing was read.
 */
export async function* readByModels(
  run: RunContext,
  work: MediaWork,
  blocks: AsyncIterable<Block>,
): AsyncGenerator<Block> {
  let isEmpty = true;
  for await (const block of blocks) {
    const shown = block.unread === undefined ? [block] : await read(run, work, block, block.unread);
    isEmpty &&= shown.length === 0;
    yield* shown;
  }
  if (isEmpty) throw new DocumentError('documents.no_text', 'nothing from the model');
}
