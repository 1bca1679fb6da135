import { fail } from '../../../../kernel/base/errors.ts';
import type { AnyCtx, TxCtx } from '../../../../kernel/context/context.ts';
import { dropRuns } from '../../../../kernel/runs/index.ts';
import { removeGrants } from '../../../account/access/index.ts';
import { knowledgeEvents, knowledgeTopic } from '../../bases/declarations.ts';
import { listIndexVersionRows, removeKnowledgeBaseRow } from '../../bases/index.ts';
import { removeFiles } from '../../files/index.ts';
import { orderMerge } from '../../indexing/declarations.ts';
import { vectorStore, withdrawDocuments } from '../../indexing/index.ts';
import { versionRepository } from '../kept-versions/repository.ts';
import { importRepository } from '../repository/imports.ts';

interface Removal {
  knowledgeBaseId: string;
  imports: readonly { id: string; fileId: string }[];
}

/** Returns the files of documents and of their kept versions. */
const listFileIds = async (tx: TxCtx, imports: Removal['imports']): Promise<string[]> => {
  const ids = imports.map(({ id }) => id);
  const kept = await versionRepository.listFileIds(tx.db, ids);
  return [...new Set([...imports.map(({ fileId }) => fileId), ...kept])];
};

/** Deletes the runs first: a worker on one of them stops at its next write, which waits for this transaction. */
const removeFrom = async (tx: TxCtx, { knowledgeBaseId, imports }: Removal): Promise<void> => {
  const ids = imports.map(({ id }) => id);
  await dropRuns(tx, ids);
  const versions = await listIndexVersionRows(tx, knowledgeBaseId);
  for (const id of versions.map((version) => version.id).sort()) {
    await withdrawDocuments(tx, id, ids);
    await orderMerge(tx, id);
  }
  const files = await listFileIds(tx, imports);
  await vectorStore.orderDocumentRemoval(tx, knowledgeBaseId, ids);
  await importRepository.remove(tx.db, ids);
  await removeFiles(tx, files);
  for (const id of ids) await tx.signal(knowledgeTopic(knowledgeBaseId), id);
  await tx.emit(knowledgeEvents.documentsRemoved, { knowledgeBaseId });
};

/**
 * Deletes documents with chunks, index entries and files. Unknown ids are skipped. Returns the number deleted. Throws
 * `knowledge.import_not_found` when none of the ids exists.
 */
export const removeImports = (ctx: AnyCtx, ids: readonly string[]): Promise<number> =>
  ctx.tx(async (tx) => {
    await tx.allowLong();
    const rows = await importRepository.listRows(tx.db, [...new Set(ids)]);
    if (rows.length === 0) fail('knowledge.import_not_found');
    const byBase = Map.groupBy(rows, ({ knowledgeBaseId }) => knowledgeBaseId);
    for (const [knowledgeBaseId, imports] of byBase) await removeFrom(tx, { knowledgeBaseId, imports });
    for (const { id, name } of rows) await tx.audit('knowledge.import_removed', id, { name });
    return rows.length;
  });

/**
 * Deletes a knowledge base with its documents, chunks, index and files. Throws `knowledge.not_found`, and
 * `knowledge.in_use` with the apps that answer from it, unless `force` is set.
 */
export const removeKnowledgeBase = (ctx: AnyCtx, id: string, { force }: { force: boolean }): Promise<void> =>
  ctx.tx(async (tx) => {
    await tx.allowLong();
    let files: string[] = [];
    let documents = 0;
    const { name } = await removeKnowledgeBaseRow(tx, { id, force }, async () => {
      const imports = await importRepository.listIds(tx.db, id);
      documents = imports.length;
      await dropRuns(
        tx,
        imports.map((row) => row.id),
      );
      files = await listFileIds(tx, imports);
      await vectorStore.orderBaseRemoval(tx, id);
    });
    await removeGrants(tx, id);
    await removeFiles(tx, files);
    await tx.audit('knowledge.deleted', id, { name, documents });
    await tx.emit(knowledgeEvents.deleted, { knowledgeBaseId: id });
    await tx.signal(knowledgeTopic(id), '');
  });
