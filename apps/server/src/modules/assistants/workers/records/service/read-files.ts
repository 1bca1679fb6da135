import { Readable } from 'node:stream';
import type { ShownFile } from '@atelier/contracts/assistants/chat/shown-file';
import { csvLine, csvMark, withoutFormula } from '../../../../../kernel/base/csv.ts';
import { AppError, fail } from '../../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../../kernel/context/context.ts';
import type { Anonymous } from '../../../../../kernel/module/exchange.ts';
import { openLooseFile, showLooseFile } from '../../../../content/documents/index.ts';
import { findFile, removeFiles } from '../../../../content/files/index.ts';
import { workerRepository } from '../../repository.ts';
import { visibleWorkers } from '../../worker-entity.ts';
import { ctxOfRecord, findRecord, withRecord } from '../door.ts';
import { recordFiles } from '../file-repository.ts';
import { recordRepository } from '../repository.ts';
import { recordTables } from '../table-repository.ts';

const notShown = (message?: string) =>
  new AppError('workers.file_not_shown', undefined, message === undefined ? {} : { message });

/** Reads how a file of a record is shown to a member. Throws `workers.record_not_found`, `workers.file_not_found` and `workers.file_not_shown`. */
export const showFile = async (
  ctx: Ctx,
  { id, fileId }: { id: string; fileId: string },
  as: 'FILE' | 'TEXT',
): Promise<ShownFile> => {
  const file = await ctx.tx(async (tx) => {
    const { record } = await findRecord(tx, id);
    const known = (await recordFiles.list(tx.db, record.id)).some((each) => each.fileId === fileId);
    return (known ? await findFile(tx, fileId) : undefined) ?? fail('workers.file_not_found');
  });
  return showLooseFile(ctx, { file, as }, notShown);
};

/**
 * Deletes a file of a record that has ended; the record stays. Throws `workers.file_not_found` and `workers.file_in_use`.
 */
export const removeRecordFile = (ctx: Ctx, fileId: string): Promise<void> =>
  ctx.tx(async (tx) => {
    const recordId = (await recordFiles.findRecord(tx.db, fileId)) ?? fail('workers.file_not_found');
    const record = await recordRepository.lock(tx.db, recordId);
    if (record?.status === 'PENDING') fail('workers.file_in_use');
    await removeFiles(tx, [fileId]);
    await tx.audit('workers.file_removed', recordId, { fileId });
  });

/** Opens a file of a record as a download, or a range of its bytes for a page that draws it. Throws what `withRecord` throws, and `workers.file_not_found`. */
export const openRecordFile = async (
  anonymous: Anonymous,
  { id, fileId }: { id: string; fileId: string },
  rangeHeader: string | undefined,
) => {
  const { file, ctx } = await withRecord(anonymous, id, async (tx, { record }) => {
    const known = (await recordFiles.list(tx.db, record.id)).some((each) => each.fileId === fileId);
    const row = known ? await findFile(tx, fileId) : undefined;
    return { file: row ?? fail('workers.file_not_found'), ctx: await ctxOfRecord(anonymous, id) };
  });
  return openLooseFile(ctx, file, rangeHeader);
};

const pageSize = 500;

async function* writeCsvLines(
  ctx: Ctx,
  table: { workerId: string; name: string },
  columns: readonly string[],
) {
  yield csvMark + csvLine(columns.map(withoutFormula));
  for (let after: { at: string; recordId: string } | undefined; ; ) {
    const rows = await ctx.tx(({ db }) => recordTables.page(db, table, { after, limit: pageSize }));
    for (const { cells } of rows) yield csvLine(columns.map((name) => withoutFormula(cells[name] ?? '')));
    const last = rows.at(-1);
    if (!last || rows.length < pageSize) return;
    after = { at: last.at, recordId: last.recordId };
  }
}

const safeName = (name: string): string =>
  name.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/[^\x20-\x7e]/g, '_') || 'table';

/** Streams a table to which results were appended. Throws `workers.not_found` and `workers.table_not_found`. */
export const openTable = async (ctx: Ctx, { id: workerId, name }: { id: string; name: string }) => {
  const columns = await ctx.tx(async (tx) => {
    if (!(await workerRepository.find(tx.db, workerId, visibleWorkers(tx)))) fail('workers.not_found');
    return recordTables.columns(tx.db, { workerId, name });
  });
  if (columns.length === 0) fail('workers.table_not_found');
  return {
    type: 'text/csv; charset=utf-8',
    headers: {
      'content-disposition': `attachment; filename="${safeName(name)}.csv"`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    },
    body: Readable.from(writeCsvLines(ctx, { workerId, name }, columns)),
  };
};
