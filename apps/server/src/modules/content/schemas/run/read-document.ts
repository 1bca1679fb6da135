import { saysNothingWritten } from '@atelier/contracts/content/model-errors';
import type { Column } from '@atelier/contracts/content/schemas/schema-shapes';
import type { ModelRequest } from '@atelier/models';
import { AppError } from '../../../../kernel/base/errors.ts';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import { type AskingRun, askInRun } from '../../models/index.ts';
import { cellsOfAnswer, failedCell } from '../reading/cells-of-answer.ts';
import { readAnswer, repairRequest } from '../reading/prompts.ts';
import type { DocumentChunk, NewCell } from '../repository/cells.ts';
import type { RemainingBudget } from './remaining-budget.ts';

/** Failures that concern one document and not the provider, so that other documents can still be read. */
const isOwnFailure = (code: string): boolean =>
  code === 'models.context_too_long' || code === 'models.upstream_refused' || saysNothingWritten(code);

interface Caller extends AskingRun {
  budgetLeft: RemainingBudget;
}

export interface Outcome {
  cells: NewCell[];
  settle?: (tx: TxCtx) => Promise<void>;
}

export interface DocumentOrder {
  columns: readonly Column[];
  chunks: readonly DocumentChunk[];
  request: ModelRequest;
}

const failed = (columns: readonly Column[], cause: string): NewCell[] =>
  columns.map((column) => failedCell(column, 'MODEL', cause));

const askTwice = async (caller: Caller, order: DocumentOrder): Promise<Outcome> => {
  const { columns, chunks, request } = order;
  const first = await askInRun(caller, request);
  const read = readAnswer(first.text);
  if (read.value) return { cells: cellsOfAnswer(read.value, columns, chunks), settle: first.settle };
  const repair = repairRequest(request, first.text, read.problem);
  const unread = `The model's answer could not be read: ${read.problem}`;
  if (!caller.budgetLeft.take(repair))
    return {
      cells: failed(columns, `${unread} The budget was too small to ask again.`),
      settle: first.settle,
    };
  await first.charge(caller.run.ctx);
  const second = await askInRun(caller, repair);
  const again = readAnswer(second.text);
  const cells = again.value
    ? cellsOfAnswer(again.value, columns, chunks)
    : failed(columns, `The model's answer could not be read: ${again.problem}`);
  return { cells, settle: second.settle };
};

/** Reads one document with a model. A failure that concerns only this document results in failed cells with their cause. */
export const readDocument = async (caller: Caller, order: DocumentOrder): Promise<Outcome> => {
  try {
    return await askTwice(caller, order);
  } catch (error) {
    if (!(error instanceof AppError) || !isOwnFailure(error.code)) throw error;
    return { cells: failed(order.columns, error.message) };
  }
};
