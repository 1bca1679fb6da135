import type { ModelRequest } from '@atelier/models';
import type { RunContext } from '../../../../kernel/runs/index.ts';
import { askForText, type PaidText, type ResolvedChatModel } from '../../models/index.ts';
import { graphRepository } from '../repository/graphs.ts';

export interface Caller {
  run: RunContext;
  knowledgeBaseId: string;
  resolved: ResolvedChatModel;
}

/** Asks a model for a text and books its cost to the graph. Throws what `askForText` throws. */
export const callModel = (
  { run, knowledgeBaseId, resolved }: Caller,
  request: ModelRequest,
): Promise<PaidText> =>
  askForText(run.ctx, resolved, {
    request,
    reference: `graph ${run.runId}`,
    knowledgeBaseId,
    signal: run.signal,
    onCost: (tx, cost) => graphRepository.addSpent(tx.db, knowledgeBaseId, cost),
  });
