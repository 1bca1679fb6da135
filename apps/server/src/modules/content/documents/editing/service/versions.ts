import type { DocumentVersion, KnowledgeImport } from '@atelier/contracts/content/bases/import-shapes';
import { fail } from '../../../../../kernel/base/errors.ts';
import type { AnyCtx, Ctx, TxCtx } from '../../../../../kernel/context/context.ts';
import { type Download, findFile, openDownload, removeFiles } from '../../../files/index.ts';
import { type Difference, difference } from '../../computations.ts';
import { joinSections, readSections } from '../../kept-versions/document-text.ts';
import { keepVersion } from '../../kept-versions/keep-version.ts';
import { versionRepository } from '../../kept-versions/repository.ts';
import { presentCurrent, presentVersion } from '../../present.ts';
import { getImportRow } from '../../service/read-imports.ts';
import { lockEditable, lockImport } from '../../service/retry-import.ts';
import type { ImportRow } from '../../tables.ts';
import { orderContent } from './edit-content.ts';

/** Newest first. */
export const presentVersions = async (tx: TxCtx, row: ImportRow): Promise<DocumentVersion[]> => [
  presentCurrent(row),
  ...(await versionRepository.list(tx.db, row.id)).map((kept) => presentVersion(row, kept)),
];

/** Throws `knowledge.import_not_found`. */
export const listVersions = (ctx: AnyCtx, importId: string): Promise<DocumentVersion[]> =>
  ctx.tx(async (tx) => presentVersions(tx, (await getImportRow(tx, importId)).import));

const getVersion = async (tx: TxCtx, row: ImportRow, number: number) =>
  number === row.version
    ? row
    : ((await versionRepository.find(tx.db, row.id, number)) ?? fail('documents.version_not_found'));

/** Throws `knowledge.import_not_found`, `documents.version_not_found` and `documents.too_long`. */
export const compareVersions = async (
  ctx: Ctx,
  { importId, from, to }: { importId: string; from: number; to: number },
  signal: AbortSignal,
): Promise<{ from: number; to: number; pieces: Difference[] | null }> => {
  const texts = await ctx.tx(async (tx) => {
    const { import: row } = await getImportRow(tx, importId);
    const read = async (documentVersion: number) => {
      await getVersion(tx, row, documentVersion);
      return joinSections(await readSections(tx, { importId, documentVersion }));
    };
    return { before: await read(from), after: await read(to) };
  });
  return {
    from,
    to,
    pieces: await ctx.services.compute.run(difference, texts, { tenantId: ctx.tenantId, signal }),
  };
};

/** Throws `knowledge.import_not_found` and `documents.version_not_found`. */
export const downloadVersion = async (ctx: Ctx, importId: string, number: number): Promise<Download> => {
  const file = await ctx.tx(async (tx) => {
    const { import: row } = await getImportRow(tx, importId);
    const { fileId } = await getVersion(tx, row, number);
    return (await findFile(tx, fileId)) ?? fail('documents.version_not_found');
  });
  return openDownload(ctx, file);
};

/**
 * Reverts a document to an earlier version: makes a new version from it and imports this document again. Throws
 * `knowledge.import_not_found`, `documents.version_not_found`, `documents.busy` and `documents.nothing_to_edit`.
 */
export const revertVersion = (ctx: AnyCtx, importId: string, number: number): Promise<KnowledgeImport> =>
  ctx.tx(async (tx) => {
    const { import: row } = await lockEditable(tx, importId);
    const kept =
      (await versionRepository.find(tx.db, importId, number)) ?? fail('documents.version_not_found');
    const version = await keepVersion(tx, row, 'REVERT', number);
    const { fileId, size, metadata, encoding, corrections } = kept;
    await tx.audit('knowledge.version_reverted', importId, { name: row.name, to: number, version });
    return orderContent(tx, row, { fileId, size, metadata, encoding, corrections });
  });

/**
 * Deletes a version with its text, and with its file if no other version uses it. Throws `knowledge.import_not_found`,
 * `documents.version_not_found` and `documents.version_current`.
 */
export const deleteVersion = (ctx: AnyCtx, importId: string, number: number): Promise<void> =>
  ctx.tx(async (tx) => {
    await getImportRow(tx, importId);
    const { import: row } = await lockImport(tx, importId);
    if (number === row.version || number === row.shownVersion) fail('documents.version_current');
    if (!(await versionRepository.find(tx.db, importId, number))) fail('documents.version_not_found');
    await removeFiles(tx, await versionRepository.remove(tx.db, row, [number]));
    await tx.audit('knowledge.version_deleted', importId, { name: row.name, version: number });
  });
