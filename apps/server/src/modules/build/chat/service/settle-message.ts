import type { AnswerKind, Citation, Message, Usage } from '@atelier/contracts/build/chat/chat';
import type { z } from 'zod';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { costOf, type ResolvedChatModel } from '../../../content/models/index.ts';
import { settleHold } from '../../../money/billing/index.ts';
import { chatRepository } from '../repository.ts';
import type { RetrievalRecord } from '../tables.ts';
import type { BegunMessage } from './begin-message.ts';

export interface Outcome {
  status: Exclude<Message['status'], 'STREAMING'>;
  answer: string;
  answerKind: AnswerKind;
  wordings: string[];
  citations: Citation[];
  retrieval: RetrievalRecord | Record<string, never>;
  usage: { inputTokens: number; outputTokens: number };
  error: { code: string; message: string } | null;
}

/** Stores how an answer ended and charges what it used, in one transaction. */
export const settleMessage = (
  ctx: Ctx,
  begun: BegunMessage,
  resolved: ResolvedChatModel,
  outcome: Outcome,
): Promise<z.infer<typeof Usage>> =>
  ctx.tx(async (tx) => {
    const { usage, ...row } = outcome;
    const settlement = { ...begun.work, ...usage, holdId: begun.holdId, cost: costOf(resolved.price, usage) };
    // Sent together, because all other questions of the tenant wait from the settlement to the commit.
    const [credits] = await Promise.all([
      settleHold(tx, settlement),
      chatRepository.finishMessage(tx.db, begun.queryId, { ...row, ...usage }),
    ]);
    await tx.emit('chat.answered', {
      queryId: begun.queryId,
      conversationId: begun.conversationId,
      status: outcome.status,
    });
    return { ...usage, credits };
  });
