import type { RunContext } from '../../../../kernel/runs/index.ts';
import { type IndexVersionRow } from '../../bases/declarations.ts';
import { indexVersionRepository } from '../../bases/index.ts';
import type { IndexedDocumentKey } from '../repository/chunks.ts';
import { isExternal, orderProjection, orderProjectionIfMoved } from './order-projection.ts';
import {
  orderBaseRemoval,
  orderChunkRemoval,
  orderDocumentRemoval,
  orderVersionRemoval,
} from './remove-points.ts';
import { vectorStoreRepository } from './repository.ts';
import { searchStore } from './search-store.ts';
import { writePoints } from './write-points.ts';

interface ImportToProject {
  index: IndexVersionRow;
  key: IndexedDocumentKey;
}

/**
 * Writes the vectors of an import from the database to the store of its index version, before the import is published. If
 * the store fails, the import fails, and a retry does not embed again. Returns the index version as it was when the vectors
 * were written. `onWritten` is told the share that is written. Throws `vector_stores.*`.
 */
const projectImport = async (
  run: RunContext,
  { index, key }: ImportToProject,
  onWritten: (share: number) => Promise<void>,
): Promise<IndexVersionRow | undefined> => {
  if (!isExternal(index)) return undefined;
  const { version, segments } = await run.write(async (tx) => ({
    version: await indexVersionRepository.find(tx.db, index.id),
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
    onWritten: (points) => onWritten(points / total),
  });
  return version;
};

/** The store outside the database that keeps copies of the vectors of an index version, where one was chosen. */
export const vectorStore = {
  isExternal,
  search: searchStore,
  projectImport,
  orderProjection,
  orderProjectionIfMoved,
  orderBaseRemoval,
  orderChunkRemoval,
  orderDocumentRemoval,
  orderVersionRemoval,
};
