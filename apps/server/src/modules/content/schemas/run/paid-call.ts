import type { ModelRequest } from '@atelier/models';
import type { RunContext } from '../../../../kernel/runs/index.ts';
import { askForText, type PaidText, type ResolvedChatModel } from '../../models/index.ts';
import { schemaRepository } from '../repository/schemas.ts';
import type { RemainingBudget } from './remaining-budget.ts';

export interface Caller {
  run: RunContext;
  schemaId: string;
  knowledgeBaseId: string;
  resolved: ResolvedChatModel;
  budgetLeft: RemainingBudget;
}

/** Asks a model for a text and books its cost to the schema. Throws what `askForText` throws. */
export const callModel = (
  { run, schemaId, knowledgeBaseId, resolved }: Caller,
  request: ModelRequest,
): Promise<PaidText> =>
  askForText(run.ctx, resolved, {
    request,
    reference: `schema ${run.runId}`,
    knowledgeBaseId,
    signal: run.signal,
    onCost: (tx, cost) => schemaRepository.addSpent(tx.db, schemaId, cost),
  });
