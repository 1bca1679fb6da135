import type { Citation } from '@atelier/contracts/build/chat/chat';
import { type CitedAnswer, PieceError, type PiecePlatform } from '@atelier/pieces';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { knowledgeBaseRepository, visibleKnowledge } from '../../../content/bases/index.ts';
import { microPerCredit } from '../../../money/billing/index.ts';
import { findAppForChat, listAppsForChat } from '../../apps/index.ts';
import {
  type AnswerEvent,
  answerQuestion,
  askKnowledge,
  collectAnswer,
  findOwnConversation,
} from '../../chat/index.ts';
import { asOwner } from './acting-owner.ts';
import { asStepFailure } from './failures.ts';

interface Caller {
  flowId: string;
  /** Adds micro-credits to the cost of the run. */
  spend(microCredits: number): void;
}

/** The most knowledge bases that a field offers. */
const mostListed = 500;

const citationOf = ({
  documentName,
  quote,
  page,
}: Pick<Citation, 'documentName' | 'quote' | 'page'>): CitedAnswer['citations'][number] => ({
  documentName,
  quote,
  page: page ?? null,
});

/** Waits for the whole answer. Throws PieceError. */
const finish = async (
  events: AsyncIterable<AnswerEvent>,
  { signal, spend }: { signal: AbortSignal; spend: Caller['spend'] },
): Promise<CitedAnswer & { conversationId: string }> => {
  try {
    const { answer, answerKind, citations, conversationId, usage } = await collectAnswer(events);
    spend(Math.round(usage.credits * microPerCredit));
    signal.throwIfAborted();
    const isAnswered = answerKind === 'ANSWER';
    return { answer, isAnswered, citations: citations.map(citationOf), conversationId };
  } catch (error) {
    throw asStepFailure(error);
  }
};

const noApp = (): never => {
  throw new PieceError(
    'pieces.not_found',
    'The app does not exist, is switched off, or is not open to the owner of the flow. Please choose another one.',
  );
};

const noConversation = (): never => {
  throw new PieceError(
    'pieces.not_found',
    'The owner of the flow has no such conversation with this app. Leave the field empty to begin one.',
  );
};

/** Asks an app as a member does, who may only continue conversations of their own. */
const runApp =
  (ctx: Ctx, { flowId, spend }: Caller): PiecePlatform['runApp'] =>
  async ({ appId, question, conversationId, signal }) => {
    const owner = await asOwner(ctx, flowId);
    if (conversationId !== undefined) {
      const known = await owner.tx((tx) => findOwnConversation(tx, conversationId));
      if (known?.appId !== appId) return noConversation();
    }
    const events = answerQuestion(
      owner,
      {
        open: async (tx) => (await findAppForChat(tx, appId)) ?? noApp(),
        text: question,
        owner: { visitorHash: null, userId: 'userId' in owner.actor ? owner.actor.userId : null },
        conversationId,
      },
      signal,
    );
    return finish(events, { signal, spend });
  };

/** What pieces may ask of knowledge bases and apps, with the access of the owner of a flow. */
export const answersOf = (
  ctx: Ctx,
  caller: Caller,
): Pick<PiecePlatform, 'askKnowledge' | 'runApp' | 'listKnowledgeBases' | 'listApps'> => ({
  listKnowledgeBases: () =>
    ctx.tx(async (tx) => {
      const order = { sort: 'name', order: 'asc', limit: mostListed } as const;
      const { rows } = await knowledgeBaseRepository.list(tx.db, {
        ...order,
        visible: visibleKnowledge.bases(tx),
      });
      return rows.slice(0, mostListed).map(({ row: { base } }) => ({ value: base.id, label: base.name }));
    }),
  listApps: async () =>
    (await listAppsForChat(ctx)).map(({ appId, name }) => ({ value: appId, label: name })),
  askKnowledge: async ({ knowledgeBaseIds, question, modelId = null, signal }) => {
    const owner = await asOwner(ctx, caller.flowId);
    const events = askKnowledge(owner, { knowledgeBaseIds, question, modelId }, signal);
    const { conversationId: _none, ...answer } = await finish(events, { signal, spend: caller.spend });
    return answer;
  },
  runApp: runApp(ctx, caller),
});
