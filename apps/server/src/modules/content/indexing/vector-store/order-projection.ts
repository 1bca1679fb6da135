import { z } from 'zod';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import { defineJob } from '../../../../kernel/context/define-job.ts';
import type { IndexVersionRow } from '../../bases/declarations.ts';
import { findIndexVersion } from '../../bases/index.ts';
import type { IndexedDocumentKey } from '../tables.ts';

export const isExternal = ({ vectorStore }: Pick<IndexVersionRow, 'vectorStore'>): boolean =>
  vectorStore !== 'EMBEDDED';

/** Writes the vectors of a document to the external store. */
export const projectionJobType = defineJob({
  name: 'knowledge.project-document',
  input: z.object({ importId: z.string(), indexVersionId: z.string() }),
});

/** Orders that the published vectors of a changed document are written to the external store, if there is one. */
export const orderProjection = async (
  tx: TxCtx,
  { importId, indexVersionId }: Pick<IndexedDocumentKey, 'importId' | 'indexVersionId'>,
): Promise<void> => {
  const version = await findIndexVersion(tx, indexVersionId);
  if (!version || !isExternal(version)) return;
  await tx.enqueue(
    projectionJobType,
    { importId, indexVersionId },
    { key: `${projectionJobType.name} ${indexVersionId} ${importId}` },
  );
};

/** Orders the same for a published document if a rebuild has switched the collection since the document was written. */
export const orderProjectionIfMoved = async (
  tx: TxCtx,
  key: IndexedDocumentKey,
  writtenTo: IndexVersionRow | undefined,
): Promise<void> => {
  if (!writtenTo) return;
  const now = await findIndexVersion(tx, key.indexVersionId);
  if (now?.storeGeneration !== writtenTo.storeGeneration) await orderProjection(tx, key);
};
