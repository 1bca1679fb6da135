import type { KnowledgeImport } from '@atelier/contracts';
import type { Ctx, TxCtx } from '../../../kernel/context.ts';
import { AppError, fail } from '../../../kernel/errors.ts';
import type { Part } from '../../../kernel/http/exchange.ts';
import { newId } from '../../../kernel/ids.ts';
import { orderRun } from '../../../kernel/runs/index.ts';
import { createFile, discardUploads, type StoredUpload, storeUpload } from '../../files/index.ts';
import { importStatusOf } from '../import-status.ts';
import { isRetryable } from '../policy.ts';
import { importRepository } from '../repository/imports.ts';
import { knowledgeBaseRepository } from '../repository/knowledge-bases.ts';
import { importRunKind, knowledgeTopic } from '../topic.ts';
import { getImports, getKnowledgeBaseRow } from './reads.ts';
import { removeImports } from './remove-imports.ts';
import { lockImport, orderAgain } from './retry-import.ts';

const mostFiles = 1000;
const mebibyte = 1024 * 1024;

/** What has been received of one upload. */
interface Upload {
  knowledgeBaseId: string | undefined;
  /** Safe bytes that wait for the name of the knowledge base, which may come after the files. */
  waiting: StoredUpload[];
  /** One for each file, in the order sent. */
  importIds: string[];
  /** Those of them that this upload made. */
  made: string[];
}

interface Added {
  importId: string;
  outcome: 'made' | 'again' | 'unchanged';
}

/** The knowledge base holds this very file: it stays, and is tried again if it had failed. */
const keepSame = async (tx: TxCtx, importId: string): Promise<Added> => {
  const { import: row, run } = await lockImport(tx, importId);
  if (isRetryable(importStatusOf(run))) {
    await orderAgain(tx, row);
    return { importId, outcome: 'again' };
  }
  await knowledgeBaseRepository.countUnchanged(tx.db, row.knowledgeBaseId);
  await tx.audit('knowledge.import_unchanged', importId, { name: row.name });
  return { importId, outcome: 'unchanged' };
};

const addImport = (ctx: Ctx, knowledgeBaseId: string, upload: StoredUpload): Promise<Added> =>
  ctx.tx(async (tx) => {
    const { name, size, sha256 } = upload;
    await importRepository.lockContent(tx.db, { knowledgeBaseId, name, sha256 });
    const same = await importRepository.findSame(tx.db, { knowledgeBaseId, name, sha256 });
    if (same) return keepSame(tx, same);
    const id = newId('imp');
    const fileId = await createFile(tx, upload);
    const runId = await orderRun(tx, { kind: importRunKind, subjectId: id, input: { knowledgeBaseId } });
    await importRepository.insert(tx.db, {
      id,
      knowledgeBaseId,
      fileId,
      name,
      type: 'FILE',
      size,
      sha256,
      runId,
    });
    await tx.audit('knowledge.import_added', id, { name, size });
    await knowledgeBaseRepository.touch(tx.db, knowledgeBaseId);
    await tx.signal(knowledgeTopic(knowledgeBaseId), id);
    return { importId: id, outcome: 'made' };
  });

const addWaiting = async (ctx: Ctx, form: Upload): Promise<void> => {
  const { knowledgeBaseId } = form;
  if (knowledgeBaseId === undefined) return;
  for (let next = form.waiting[0]; next; next = form.waiting[0]) {
    const { importId, outcome } = await addImport(ctx, knowledgeBaseId, next);
    form.waiting.shift();
    form.importIds.push(importId);
    if (outcome === 'made') form.made.push(importId);
    else await discardUploads(ctx, [next]);
  }
};

const receiveFile = async (ctx: Ctx, form: Upload, part: Extract<Part, { kind: 'file' }>): Promise<void> => {
  if (form.importIds.length + form.waiting.length >= mostFiles) fail('knowledge.too_many_files');
  const outcome = await storeUpload(ctx, part);
  if (outcome.kind === 'too-large') {
    const { name, maxBytes } = outcome;
    const limit = Math.floor(maxBytes / mebibyte);
    const message = `“${name}” is larger than the limit of ${limit} MB. Please split it or ask your operator to raise the limit.`;
    throw new AppError('knowledge.file_too_large', { name, maxBytes }, { message });
  }
  form.waiting.push(outcome.upload);
  await addWaiting(ctx, form);
};

const receiveField = async (
  ctx: Ctx,
  form: Upload,
  { name, value }: { name: string; value: string },
): Promise<void> => {
  if (name === 'tenantId' && value !== ctx.tenantId) fail('auth.tenant_mismatch');
  if (name !== 'knowledgeBaseId') return;
  if (form.knowledgeBaseId !== undefined && form.knowledgeBaseId !== value)
    fail('knowledge.knowledge_base_missing');
  await ctx.tx((tx) => getKnowledgeBaseRow(tx, value));
  form.knowledgeBaseId = value;
  await addWaiting(ctx, form);
};

/** Takes back what a failed upload had added, so that the sender can simply send it again. */
const undo = async (ctx: Ctx, form: Upload): Promise<void> => {
  await discardUploads(ctx, form.waiting);
  if (form.made.length > 0) await removeImports(ctx, form.made);
};

/**
 * Receives files into a knowledge base, one after the other: each is queued as soon as its bytes are safe. Either all
 * files of the form are taken or none. A file that is there already, with this name and content, is not taken again.
 * Throws `knowledge.not_found`, `knowledge.knowledge_base_missing`, `knowledge.no_files`, `knowledge.too_many_files`,
 * `knowledge.file_too_large`, `storage.full`, `auth.tenant_mismatch`.
 */
export const importFiles = async (ctx: Ctx, parts: AsyncIterable<Part>): Promise<KnowledgeImport[]> => {
  const form: Upload = { knowledgeBaseId: undefined, waiting: [], importIds: [], made: [] };
  try {
    for await (const part of parts) {
      if (part.kind === 'file') await receiveFile(ctx, form, part);
      else await receiveField(ctx, form, part);
    }
    if (form.knowledgeBaseId === undefined) fail('knowledge.knowledge_base_missing');
    if (form.importIds.length === 0) fail('knowledge.no_files');
  } catch (error) {
    await undo(ctx, form);
    throw error;
  }
  return getImports(ctx, form.importIds);
};
