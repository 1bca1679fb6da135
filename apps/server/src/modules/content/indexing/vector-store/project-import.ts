import type { RunHandle } from '../../../../kernel/runs/index.ts';
import type { IndexVersionRow } from '../../bases/index.ts';
import type { IndexedDocumentKey } from '../repository/content.ts';
import { segmentRepository } from '../repository/segments.ts';
import { vectorStoreRepository } from './repository.ts';
import { isExternal } from './search-store.ts';
import { writePoints } from './write-points.ts';

interface ImportToProject {
  index: IndexVersionRow;
  key: IndexedDocumentKey;
}

/** Where in the progress of an import the writing into a store begins. */
const writingFrom = 0.9;

/**
 * Writes the vectors of an import, which lie in the database already, into the store of its index version before the import
 * is published. A store that fails fails the import; trying again embeds nothing again. Returns the version as it was written
 * to. Throws `vector_stores.*`.
 */
export const projectImport = async (
  run: RunHandle,
  { index, key }: ImportToProject,
): Promise<IndexVersionRow | undefined> => {
  if (!isExternal(index)) return undefined;
  const { version, segments } = await run.step(async (tx) => ({
    version: await segmentRepository.findVersion(tx.db, index.id),
    segments: await vectorStoreRepository.listSegments(tx.db, {
      indexVersionId: index.id,
      importId: key.importId,
      live: false,
    }),
  }));
  if (!version) return undefined;
  const total = segments.reduce((sum, { docs }) => sum + docs, 0);
  await writePoints(run.ctx, version, {
    dimensions: version.dimensions,
    segments,
    signal: run.signal,
    onWritten: (points) =>
      run.progress(writingFrom + (1 - writingFrom) * (points / total), 'Writing to the vector store'),
  });
  return version;
};
