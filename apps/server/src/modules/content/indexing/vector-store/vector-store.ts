import type { TxCtx } from '../../../../kernel/context/context.ts';
import type { RunContext } from '../../../../kernel/runs/index.ts';
import type { IndexVersionRow } from '../../bases/declarations.ts';
import { findIndexVersion, knowledgeBaseNames } from '../../bases/index.ts';
import type { UseOfConnection } from '../../connections/index.ts';
import { type IndexedDocumentKey, type RemovalRow } from '../tables.ts';
import { isExternal, orderProjection, orderProjectionIfMoved } from './order-projection.ts';
import { writePoints } from './project-document.ts';
import {
  orderBaseRemoval,
  orderChunkRemoval,
  orderDocumentRemoval,
  orderVersionRemoval,
} from './remove-points.ts';
import { vectorStoreRepository } from './repository.ts';
import { searchStore } from './use-store.ts';

const describeRemoved = ({ documentIds, points }: RemovalRow): string => {
  if (points) return `${points.length} replaced chunks`;
  return documentIds ? `${documentIds.length} deleted documents` : 'A deleted knowledge base';
};

const describeRemoval = (removal: RemovalRow): string => {
  const { error } = removal;
  return `${describeRemoved(removal)} still to be removed here${error ? `: ${error}` : ''}`;
};

/** Knowledge bases prevent deleting a connection. Removals that are still pending in the store do not. */
export const storesUsing = async (
  tx: TxCtx,
  connectionIds: readonly string[],
): Promise<UseOfConnection[]> => {
  const bases = await knowledgeBaseNames.listOn(tx, connectionIds);
  const removals = await vectorStoreRepository.listRemovals(tx.db, connectionIds);
  return [
    ...bases.map((base) => ({ ...base, kind: 'KNOWLEDGE_BASE' as const, blocks: true })),
    ...removals.map((removal) => ({
      connectionId: removal.connectionId,
      kind: 'CLEAN_UP' as const,
      id: removal.id,
      name: describeRemoval(removal),
      blocks: false,
    })),
  ];
};

/**
 * Writes the vectors of an import from the database to the store of its index version, before the import is published. If
 * the store fails, the import fails, and a retry does not embed again. Returns the index version as it was when the vectors
 * were written. `onWritten` is told the share that is written. Throws `vector_stores.*`.
 */
const projectImport = async (
  run: RunContext,
  { index, key }: { index: IndexVersionRow; key: IndexedDocumentKey },
  onWritten: (share: number) => Promise<void>,
): Promise<IndexVersionRow | undefined> => {
  if (!isExternal(index)) return undefined;
  const { version, segments } = await run.write(async (tx) => ({
    version: await findIndexVersion(tx, index.id),
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
