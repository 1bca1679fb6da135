import type { DocumentLabels, ImportType } from '@atelier/contracts/content/bases/import-shapes';
import { fail } from '../../../../kernel/base/errors.ts';
import { newId } from '../../../../kernel/base/ids.ts';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import { dropRuns, orderRun } from '../../../../kernel/runs/index.ts';
import { knowledgeTopic } from '../../bases/declarations.ts';
import { holdKnowledgeBases, touchKnowledgeBase } from '../../bases/index.ts';
import { createFile, type StoredUpload } from '../../files/index.ts';
import { isRetryable, toImportStatus } from '../import-status.ts';
import { keepVersion } from '../kept-versions/keep-version.ts';
import { importRepository } from '../repository/imports.ts';
import { type KnownDocument, type Same, sourceDocumentRepository } from '../repository/stored-items.ts';
import type { AddedDocument, DocumentFacts } from '../shapes.ts';
import { importRunType } from '../topic.ts';
import { removeImports } from './remove-imports.ts';
import { orderAgain } from './retry-import.ts';
import { checkStorage } from './stored-items.ts';

export interface NewDocument extends DocumentFacts {
  upload: StoredUpload;
}

/** The knowledge base and settings for the documents of a source. */
export interface DocumentTarget {
  knowledgeBaseId: string;
  sourceId: string;
  type: ImportType;
  /** When true, content that the knowledge base already holds is left out, regardless of its source. */
  skipDuplicates: boolean;
  /** The labels of each new document. An existing document keeps its labels. */
  labels: DocumentLabels;
}

const order = (tx: TxCtx, importId: string, { knowledgeBaseId }: DocumentTarget): Promise<string> =>
  orderRun(tx, importRunType, { subjectId: importId, scopeId: knowledgeBaseId, input: {} });

const toDocumentFacts = ({ name, url, metadata }: DocumentFacts) => ({ name, url, metadata });

const add = async (tx: TxCtx, target: DocumentTarget, document: NewDocument): Promise<string> => {
  const { knowledgeBaseId, sourceId, type, labels } = target;
  const { upload, externalId, name } = document;
  const { size, sha256 } = upload;
  const id = newId('imp');
  const fileId = await createFile(tx, upload);
  const runId = await order(tx, id, target);
  const content = { fileId, size, sha256, runId };
  const identity = { id, knowledgeBaseId, sourceId, externalId, type };
  await importRepository.insert(tx.db, { ...identity, ...labels, ...toDocumentFacts(document), ...content });
  await tx.audit('knowledge.import_added', id, { name, size, sourceId });
  return id;
};

/** Replaces the content of a document. The earlier text is found until the new one has been read. */
const replace = async (
  tx: TxCtx,
  target: DocumentTarget,
  { id }: KnownDocument,
  document: NewDocument,
): Promise<void> => {
  const row = (await importRepository.lockRow(tx.db, id)) ?? fail('knowledge.import_not_found');
  const version = await keepVersion(tx, row, 'RESYNC');
  const { size, sha256 } = document.upload;
  const fileId = await createFile(tx, document.upload);
  const runId = await order(tx, id, target);
  await importRepository.update(tx.db, id, { ...toDocumentFacts(document), fileId, size, sha256, runId });
  await tx.audit('knowledge.import_replaced', id, { name: document.name, size, version });
};

interface Contents {
  present: ReadonlyMap<string, KnownDocument>;
  /** Documents by content hash: those of the knowledge base and those added by this call. */
  same: Map<string, Same>;
}

const addOne = async (
  tx: TxCtx,
  target: DocumentTarget,
  { present, same }: Contents,
  document: NewDocument,
): Promise<AddedDocument> => {
  const { sha256 } = document.upload;
  const own = present.get(document.externalId);
  if (own?.sha256 === sha256) return { kind: 'same', importId: own.id };
  const of = target.skipDuplicates ? same.get(sha256) : undefined;
  if (of) {
    // The source no longer has the earlier content, and the new content exists already as another document.
    if (own) await removeImports(tx, [own.id]);
    return { kind: 'duplicate', of };
  }
  if (own) await replace(tx, target, own, document);
  const importId = own ? own.id : await add(tx, target, document);
  same.set(sha256, { id: importId, name: document.name, sha256 });
  await tx.signal(knowledgeTopic(target.knowledgeBaseId), importId);
  return { kind: own ? 'changed' : 'added', importId };
};

const readContents = async (
  tx: TxCtx,
  { knowledgeBaseId, sourceId }: DocumentTarget,
  documents: readonly NewDocument[],
): Promise<Contents> => {
  const contents = documents.map(({ upload }) => upload.sha256);
  await importRepository.lockContents(
    tx.db,
    knowledgeBaseId,
    contents.map((sha256) => ({ sha256, name: '' })),
  );
  const externalIds = documents.map(({ externalId }) => externalId);
  const rows = await sourceDocumentRepository.listByExternalIds(tx.db, sourceId, externalIds);
  const same = await sourceDocumentRepository.listByContent(tx.db, knowledgeBaseId, contents);
  return {
    present: new Map(rows.map((row) => [row.externalId ?? '', row])),
    same: new Map(same.map((row) => [row.sha256, row])),
  };
};

/**
 * Adds the documents of a source, in the caller's transaction. Changed documents become new versions; new and changed ones
 * are queued for import. Returns one outcome for each, in order. Throws `knowledge.not_found`, and `billing.plan_limit`
 * when the plan's limit would be exceeded.
 */
const addDocuments = async (
  tx: TxCtx,
  target: DocumentTarget,
  documents: readonly NewDocument[],
): Promise<AddedDocument[]> => {
  const [held] = await holdKnowledgeBases(tx, [target.knowledgeBaseId]);
  if (!held) fail('knowledge.not_found');
  const contents = await readContents(tx, target, documents);
  // The runs of replaced documents are deleted first: a worker on one of them holds a lock that precedes all others in the
  // lock order.
  await dropRuns(
    tx,
    documents.flatMap(({ externalId, upload }) => {
      const own = contents.present.get(externalId);
      return own && own.sha256 !== upload.sha256 ? [own.id] : [];
    }),
  );
  const added: AddedDocument[] = [];
  for (const document of documents) added.push(await addOne(tx, target, contents, document));
  if (added.some(({ kind }) => kind === 'added' || kind === 'changed')) {
    await checkStorage(tx, 0);
    await touchKnowledgeBase(tx, target.knowledgeBaseId);
  }
  return added;
};

/**
 * Updates the data that a source reports about a document with unchanged content, and retries its import if it had failed. Returns
 * undefined when the document was deleted.
 */
const confirmDocument = async (
  tx: TxCtx,
  importId: string,
  facts?: DocumentFacts,
): Promise<'same' | 'again' | undefined> => {
  const found = await importRepository.lock(tx.db, importId);
  if (!found) return undefined;
  if (facts) await importRepository.update(tx.db, importId, toDocumentFacts(facts));
  if (!isRetryable(toImportStatus(found.run))) return 'same';
  await orderAgain(tx, found.import);
  return 'again';
};

/** Functions for the documents of a source: to add and confirm documents, and to count and list them. */
export const sourceDocuments = {
  add: addDocuments,
  confirm: confirmDocument,

  /** Counts the existing documents of each source. */
  count: (tx: TxCtx, sourceIds: readonly string[]): Promise<Map<string, number>> =>
    sourceDocumentRepository.countBySource(tx.db, sourceIds),

  /** Returns some ids of the documents of a source. */
  listIds: (tx: TxCtx, sourceId: string, limit: number): Promise<string[]> =>
    sourceDocumentRepository.listIdsOfSource(tx.db, sourceId, limit),
};
