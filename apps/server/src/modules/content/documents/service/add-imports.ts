import type { DocumentLabels } from '@atelier/contracts/content/bases/import-shapes';
import { AppError } from '../../../../kernel/base/errors.ts';
import { newId } from '../../../../kernel/base/ids.ts';
import { Together } from '../../../../kernel/base/together.ts';
import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { orderRuns } from '../../../../kernel/runs/index.ts';
import { defineService } from '../../../../kernel/services/services.ts';
import { knowledgeTopic } from '../../bases/declarations.ts';
import { countUnchangedFile, touchKnowledgeBase } from '../../bases/index.ts';
import { createFiles, type StoredUpload } from '../../files/index.ts';
import { isRetryable, toImportStatus } from '../import-status.ts';
import { importRepository } from '../repository/imports.ts';
import type { ImportWithRun } from '../tables.ts';
import { importRunType } from '../topic.ts';
import { lockImport, orderAgain } from './retry-import.ts';
import { checkStorage } from './stored-items.ts';

/** A file whose bytes are stored, with the labels that the form gave it. */
export interface NewImport {
  upload: StoredUpload;
  labels: DocumentLabels;
}

/**
 * The outcome for one upload. `again` and `unchanged` mean that the knowledge base already held this file, so the new bytes
 * are not needed.
 */
export interface AddedImport {
  import: ImportWithRun;
  outcome: 'made' | 'again' | 'unchanged';
}

/** Files that one caller adds to a knowledge base. */
interface Addition {
  ctx: Ctx;
  knowledgeBaseId: string;
  files: readonly NewImport[];
}

type ByCaller = NewImport & { by: Ctx };

/** Keeps the existing file, and retries its import if it had failed. */
const keepSame = async (tx: TxCtx, importId: string, by: Ctx): Promise<AddedImport['outcome']> => {
  const { import: row, run } = await lockImport(tx, importId);
  if (isRetryable(toImportStatus(run))) {
    await orderAgain(tx, row, by);
    return 'again';
  }
  await countUnchangedFile(tx, row.knowledgeBaseId);
  await tx.auditAll('knowledge.import_unchanged', [{ subjectId: importId, details: { name: row.name }, by }]);
  return 'unchanged';
};

/** Inserts the rows of new documents and queues their imports. Throws `billing.plan_limit`. */
const insertAll = async (
  tx: TxCtx,
  knowledgeBaseId: string,
  files: readonly (ByCaller & { id: string })[],
): Promise<void> => {
  if (files.length === 0) return touchKnowledgeBase(tx, knowledgeBaseId);
  const starts = files.map(({ id, by }) => ({
    ...{ subjectId: id, scopeId: knowledgeBaseId, input: {}, actor: by.actor },
  }));
  const bytes = files.reduce((sum, { upload }) => sum + upload.size, 0);
  const [fileIds, runIds] = await Promise.all([
    createFiles(
      tx,
      files.map(({ upload }) => upload),
    ),
    orderRuns(tx, importRunType, starts),
    checkStorage(tx, bytes),
  ]);
  const rows = files.map(({ id, upload: { name, size, sha256 }, labels }, at) => ({
    ...{ id, knowledgeBaseId, fileId: fileIds[at] ?? '', runId: runIds[at] ?? '' },
    ...{ name, type: 'FILE' as const, size, sha256, ...labels },
  }));
  const subjects = files.map(({ id, upload: { name, size }, by }) => ({
    ...{ subjectId: id, details: { name, size }, by },
  }));
  await Promise.all([
    importRepository.insertUploads(tx.db, rows),
    tx.auditAll('knowledge.import_added', subjects),
    tx.signalAll(
      knowledgeTopic(knowledgeBaseId),
      rows.map(({ id }) => id),
    ),
    touchKnowledgeBase(tx, knowledgeBaseId),
  ]);
};

const toUploadKey = ({ sha256, name }: Pick<StoredUpload, 'sha256' | 'name'>): string => `${sha256} ${name}`;

/** Returns the id of the import for each file. Imports are made of the files that the knowledge base does not hold yet. */
const addNew = async (tx: TxCtx, knowledgeBaseId: string, files: readonly ByCaller[]) => {
  const contents = files.map(({ upload }) => upload);
  // The files are compared after the lock, although both statements leave together.
  const [, same] = await Promise.all([
    importRepository.lockContents(tx.db, knowledgeBaseId, contents),
    importRepository.listSame(tx.db, knowledgeBaseId, contents),
  ]);
  const known = new Map(same.map(({ id, ...content }) => [toUploadKey(content), id]));
  const made = new Map<string, ByCaller & { id: string }>();
  for (const file of files) {
    const key = toUploadKey(file.upload);
    if (known.has(key)) continue;
    const id = newId('imp');
    known.set(key, id);
    made.set(id, { id, ...file });
  }
  await insertAll(tx, knowledgeBaseId, [...made.values()]);
  return { ids: files.map(({ upload }) => known.get(toUploadKey(upload)) ?? ''), made: new Set(made.keys()) };
};

/**
 * Creates imports for stored files of several callers and queues them, all in one transaction. Returns the outcomes of each caller, in the
 * order of the files. Throws `billing.plan_limit` when the plan's limit would be exceeded.
 */
const addAll = async (additions: readonly Addition[]): Promise<AddedImport[][]> => {
  const [first] = additions;
  if (!first) return [];
  const files = additions.flatMap(({ ctx: by, files }) => files.map((file) => ({ ...file, by })));
  const added = await first.ctx.tx(async (tx) => {
    const { ids, made } = await addNew(tx, first.knowledgeBaseId, files);
    const outcomes: AddedImport['outcome'][] = [];
    for (const [at, importId] of ids.entries()) {
      // The second of two equal files is recognised as a copy of the first.
      if (made.delete(importId)) outcomes.push('made');
      else outcomes.push(await keepSame(tx, importId, files[at]?.by ?? first.ctx));
    }
    const rows = await importRepository.listByIds(tx.db, [...new Set(ids)]);
    const byId = new Map(rows.map((row) => [row.import.id, row]));
    return outcomes.map((outcome, at): AddedImport => {
      const row = byId.get(ids[at] ?? '');
      if (!row) throw new AppError('knowledge.import_not_found');
      return { import: row, outcome };
    });
  });
  let from = 0;
  return additions.map(({ files: { length } }) => {
    from += length;
    return added.slice(from - length, from);
  });
};

/** The most forms whose files are added in one transaction. */
const mostForms = 16;

/** Adds the files of forms that are received at the same time together. */
const additions = defineService({
  name: 'knowledge.additions',
  create: () => new Together(mostForms, addAll),
});

/** Adds stored files to a knowledge base, together with those of forms that are received at the same time. Throws `billing.plan_limit`. */
export const addImports = (addition: Addition): Promise<AddedImport[]> =>
  addition.ctx.use(additions).do(`${addition.ctx.tenantId} ${addition.knowledgeBaseId}`, addition);
