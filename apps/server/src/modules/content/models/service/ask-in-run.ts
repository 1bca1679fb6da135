import type { ModelReply, ModelRequest } from '@atelier/models';
import type { RunContext } from '../../../../kernel/runs/index.ts';
import { askForText, type CompletionOrder } from './complete-text.ts';
import type { Paid } from './paid-call.ts';
import type { ResolvedChatModel } from './resolve-chat-model.ts';

/** A run with the model that it asks, and the purpose of its calls. */
export interface AskingRun extends Pick<CompletionOrder, 'reference' | 'knowledgeBaseId' | 'onCost'> {
  run: RunContext;
  resolved: ResolvedChatModel;
}

/** Like `askForText`, for a run: cancelling the run ends the call. */
export const askInRun = (
  { run, resolved, reference, knowledgeBaseId, onCost }: AskingRun,
  request: ModelRequest,
): Promise<Paid<ModelReply>> =>
  askForText(run.ctx, () => Promise.resolve(resolved), {
    ...{ request, reference, knowledgeBaseId, onCost },
    signal: run.signal,
  });
