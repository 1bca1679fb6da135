import { Readable } from 'node:stream';
import type { KnowledgeImport } from '@atelier/contracts/content/bases/import-shapes';
import { fail } from '../../../../../kernel/base/errors.ts';
import type { Ctx, TxCtx } from '../../../../../kernel/context/context.ts';
import { orderRun } from '../../../../../kernel/runs/index.ts';
import { knowledgeTopic } from '../../../bases/declarations.ts';
import { createFile, discardUploads, type StoredUpload, storeUpload } from '../../../files/index.ts';
import { readEditableText } from '../../kept-versions/document-text.ts';
import { keepVersion } from '../../kept-versions/keep-version.ts';
import { versionRepository } from '../../kept-versions/repository.ts';
import { presentImport } from '../../present.ts';
import { importRepository } from '../../repository/imports.ts';
import { getImportRow } from '../../service/read-imports.ts';
import { checkEditable, lockEditable } from '../../service/retry-import.ts';
import { checkStorage } from '../../service/stored-items.ts';
import type { ImportRow } from '../../tables.ts';
import { importRunType } from '../../topic.ts';

interface Extracted {
  knowledgeBaseImportId: string;
  version: number;
  text: string;
  metadata: Record<string, string>;
}

/** Throws `knowledge.import_not_found`, `documents.version_not_found` and `documents.too_long`. */
export const viewExtracted = async (
  ctx: Ctx,
  importId: string,
  wanted: number | undefined,
): Promise<Extracted> => {
  const found = await ctx.tx(async (tx) => {
    const { import: row } = await getImportRow(tx, importId);
    const version = wanted ?? row.shownVersion;
    const { fileId, metadata, encoding } =
      version === row.version
        ? row
        : ((await versionRepository.find(tx.db, importId, version)) ?? fail('documents.version_not_found'));
    return { row, version, fileId, metadata, encoding };
  });
  const { row, version, metadata } = found;
  return {
    knowledgeBaseImportId: importId,
    version,
    metadata,
    text: await readEditableText(ctx, row, found),
  };
};

/** The file keeps the document's name, with an extension by which it is parsed as Markdown. */
const toMarkdownName = (name: string): string => (/\.(md|markdown)$/i.test(name) ? name : `${name}.md`);

const storeText = async (ctx: Ctx, name: string, text: string): Promise<StoredUpload> => {
  const outcome = await storeUpload(ctx, {
    kind: 'file',
    name: 'file',
    filename: toMarkdownName(name),
    mimeType: 'text/markdown',
    stream: Readable.from([Buffer.from(text)]),
    truncated: () => false,
  });
  return outcome.kind === 'stored' ? outcome.upload : fail('documents.too_long');
};

/** Orders the import of new content. The current version stays visible until the new one has been read. */
export const orderContent = async (
  tx: TxCtx,
  { id, knowledgeBaseId }: ImportRow,
  content: Pick<ImportRow, 'fileId' | 'size' | 'encoding' | 'corrections'> &
    Partial<Pick<ImportRow, 'metadata'>>,
): Promise<KnowledgeImport> => {
  const runId = await orderRun(tx, importRunType, { subjectId: id, scopeId: knowledgeBaseId, input: {} });
  await importRepository.update(tx.db, id, { ...content, runId });
  await tx.signal(knowledgeTopic(knowledgeBaseId), id);
  return presentImport(tx, await getImportRow(tx, id));
};

interface Edit {
  importId: string;
  /** The version that the edit is based on. */
  version: number;
  text: string;
}

const replaceText = (ctx: Ctx, { importId, version }: Edit, upload: StoredUpload): Promise<KnowledgeImport> =>
  ctx.tx(async (tx) => {
    const { import: row } = await lockEditable(tx, importId);
    if (row.shownVersion !== version) fail('documents.changed');
    const number = await keepVersion(tx, row, 'EDIT');
    const fileId = await createFile(tx, upload);
    const edited = await orderContent(tx, row, {
      fileId,
      size: upload.size,
      encoding: null,
      corrections: [],
    });
    await checkStorage(tx, 0);
    await tx.audit('knowledge.content_edited', importId, { name: row.name, version: number });
    return edited;
  });

/**
 * Replaces a document's text and queues its import. The old text is found until the new one is imported completely. Throws
 * `knowledge.import_not_found`, `documents.busy`, `documents.nothing_to_edit`, `documents.changed` when the shown version
 * is no longer the one that the edit is based on, and `billing.plan_limit`.
 */
export const editContent = async (ctx: Ctx, edit: Edit): Promise<KnowledgeImport> => {
  const name = await ctx.tx(async (tx) => {
    const row = await getImportRow(tx, edit.importId);
    checkEditable(row);
    return row.import.name;
  });
  const upload = await storeText(ctx, name, edit.text);
  try {
    return await replaceText(ctx, edit, upload);
  } catch (error) {
    await discardUploads(ctx, [upload]);
    throw error;
  }
};
