import type { RunContext } from '../../../../kernel/runs/index.ts';
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

/** The share of an import's progress that is complete when writing to the store begins. */
const writingFrom = 0.9;

/**
 * Writes the vectors of an import from the database to the store of its index version, before the import is published. If
 * the store fails, the import fails, and a retry does not embed again. Returns the index version as it was when the vectors
 * were written. Throws `vector_stores.*`.
 */
export const projectImport = async (
  run: RunContext,
  { index, key }: ImportToProject,
): Promise<IndexVersionRow | undefined> => {
  if (!isExternal(index)) return undefined;
  const { version, segments } = await run.write(async (tx) => ({
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
