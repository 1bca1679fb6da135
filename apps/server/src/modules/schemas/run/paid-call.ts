import { type ChatRequest, estimateTokens } from '@atelier/models';
import type { TxCtx } from '../../../kernel/context.ts';
import type { RunHandle } from '../../../kernel/runs/index.ts';
import { holdCredits, settleHold, type Work } from '../../billing/index.ts';
import { askModel, costOf, type ResolvedChatModel } from '../../models/index.ts';
import { schemaRepository } from '../repository/schemas.ts';

export interface PaidCall {
  text: string;
  /** Charges the call and books it to the schema; belongs into the transaction that keeps the answer. */
  settle: (tx: TxCtx) => Promise<void>;
}

export interface Caller {
  run: RunHandle;
  schemaId: string;
  knowledgeBaseId: string;
  resolved: ResolvedChatModel;
}

/** The most that a call can cost, in micro-credits. */
export const mostOf = (
  { price }: ResolvedChatModel,
  { system = '', messages, maxTokens = 0 }: ChatRequest,
): number =>
  costOf(price, {
    inputTokens: messages.reduce((sum, { content }) => sum + estimateTokens(content), estimateTokens(system)),
    outputTokens: maxTokens,
  });

/** Asks for a whole text. Credits are held before; a call that fails is settled here, one that succeeds by its caller. */
export const callModel = async (caller: Caller, request: ChatRequest): Promise<PaidCall> => {
  const { run, schemaId, knowledgeBaseId, resolved } = caller;
  const work: Work = {
    kind: 'OTHER',
    reference: `schema ${run.runId}`,
    knowledgeBaseId,
    modelId: resolved.modelId,
  };
  const holdId = await run.ctx.tx((tx) => holdCredits(tx, { ...work, amount: mostOf(resolved, request) }));
  let usage = { inputTokens: 0, outputTokens: 0 };
  const settle = async (tx: TxCtx) => {
    const cost = costOf(resolved.price, usage);
    await schemaRepository.addSpent(tx.db, schemaId, cost);
    await settleHold(tx, { ...work, ...usage, holdId, cost });
  };
  let text = '';
  try {
    for await (const event of askModel(run.ctx, resolved, request, run.signal)) {
      if (event.type === 'text') text += event.text;
      else usage = { inputTokens: event.usage.inputTokens, outputTokens: event.usage.outputTokens };
    }
  } catch (error) {
    await run.ctx.tx(settle);
    throw error;
  }
  return { text, settle };
};
