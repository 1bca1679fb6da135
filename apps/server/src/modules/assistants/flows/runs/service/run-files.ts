import type { ShownFile } from '@atelier/contracts/assistants/chat/shown-file';
import type { FileValue } from '@atelier/contracts/fields/file-value';
import { AppError, fail } from '../../../../../kernel/base/errors.ts';
import type { AnyCtx, Ctx } from '../../../../../kernel/context/context.ts';
import { LooseFiles } from '../../../../content/documents/index.ts';
import { type FileRow, runFiles, toFileValue } from '../../../../content/files/index.ts';
import { findFlowRun } from './read-runs.ts';

interface Named {
  runId: string;
  fileId: string;
}

/** Lists the files that a run holds. Throws `flows.run_not_found`. */
export const listRunFiles = (ctx: AnyCtx, runId: string): Promise<{ files: FileValue[] }> =>
  ctx.tx(async (tx) => {
    await findFlowRun(tx, runId);
    return { files: (await runFiles.list(tx, runId)).map(toFileValue) };
  });

const find = (ctx: Ctx, { runId, fileId }: Named): Promise<FileRow> =>
  ctx.tx(async (tx) => {
    await findFlowRun(tx, runId);
    return (await runFiles.find(tx, fileId, { runId })) ?? fail('flows.file_not_found');
  });

/** Opens a file that a run holds, or a range of its bytes. Throws `flows.run_not_found` and `flows.file_not_found`. */
export const openRunFile = async (ctx: Ctx, named: Named, rangeHeader: string | undefined) =>
  LooseFiles.openLooseFile(ctx, await find(ctx, named), rangeHeader);

const notShown = (message?: string) =>
  new AppError('flows.file_not_shown', undefined, message === undefined ? {} : { message });

/** Reads how a file of a run is shown. Throws `flows.run_not_found`, `flows.file_not_found` and `flows.file_not_shown`. */
export const showRunFile = async (ctx: Ctx, named: Named, as: 'FILE' | 'TEXT'): Promise<ShownFile> =>
  LooseFiles.showLooseFile(ctx, { file: await find(ctx, named), as }, notShown);
