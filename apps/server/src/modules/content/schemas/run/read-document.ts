import { saysNothingWritten } from '@atelier/contracts/content/model-errors';
import type { Column } from '@atelier/contracts/content/schemas/schema-shapes';
import type { ModelRequest } from '@atelier/models';
import { AppError } from '../../../../kernel/base/errors.ts';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import { AskedTogether, type AskingRun } from '../../models/index.ts';
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
  /** Absent where rules read the document. */
  settle?: (tx: TxCtx) => Promise<void>;
}

export interface DocumentOrder {
  columns: readonly Column[];
  chunks: readonly DocumentChunk[];
  request: ModelRequest;
}

const failed = (columns: readonly Column[], cause: string): NewCell[] =>
  columns.map((column) => failedCell(column, 'MODEL', cause));

const askTwice = async (
  asked: AskedTogether,
  { budgetLeft }: Pick<Caller, 'budgetLeft'>,
  { columns, chunks, request }: DocumentOrder,
): Promise<NewCell[]> => {
  const first = await asked.ask(request);
  const read = readAnswer(first.text);
  if (read.value) return cellsOfAnswer(read.value, columns, chunks);
  const repair = repairRequest(request, first.text, read.problem);
  const unread = `The model's answer could not be read: ${read.problem}`;
  if (!budgetLeft.take(repair)) return failed(columns, `${unread} The budget was too small to ask again.`);
  const second = await asked.ask(repair);
  const again = readAnswer(second.text);
  return again.value
    ? cellsOfAnswer(again.value, columns, chunks)
    : failed(columns, `The model's answer could not be read: ${again.problem}`);
};

/** Reads one document with a model. A failure that concerns only this document results in failed cells with their cause. */
export const readDocument = async (caller: Caller, order: DocumentOrder): Promise<Outcome> => {
  const asked = new AskedTogether(caller);
  const { settle } = asked;
  try {
    return { cells: await askTwice(asked, caller, order), settle };
  } catch (error) {
    if (error instanceof AppError && isOwnFailure(error.code))
      return { cells: failed(order.columns, error.message), settle };
    await asked.giveUp();
    throw error;
  }
};
