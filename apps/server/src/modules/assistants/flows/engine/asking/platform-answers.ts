import type { Citation } from '@atelier/contracts/assistants/chat/chat';
import { type CitedAnswer, PieceError, type PiecePlatform, type StepCitation } from '@atelier/pieces';
import type { z } from 'zod';
import { toMicroCredits } from '../../../../../kernel/base/credits.ts';
import { findUserId } from '../../../../../kernel/context/actor.ts';
import type { Ctx } from '../../../../../kernel/context/context.ts';
import { listVisibleKnowledgeBases } from '../../../../content/bases/index.ts';
import { findAppForChat, listAppsForChat } from '../../../apps/index.ts';
import {
  type AnswerEvent,
  answerQuestion,
  collectAnswer,
  findOwnConversation,
  unstoredAnswers,
} from '../../../chat/index.ts';
import { asOwner } from '../../flow-drafts.ts';
import type { Caller } from '../caller.ts';
import { asStepFailure } from '../failures.ts';

/** The most knowledge bases that a field offers. */
const mostListed = 500;

const toStepCitation = ({
  markAt,
  further,
  page,
  second,
  heading,
  edited,
  missingFigures,
  ...citation
}: z.input<typeof Citation>): StepCitation => ({
  ...citation,
  markAt: markAt ?? null,
  further: further ?? [],
  page: page ?? null,
  second: second ?? null,
  heading: heading ?? null,
  edited: edited ?? false,
  missingFigures: missingFigures ?? [],
});

/** Passes on what an answer consists of, and shows it to the reader of a chat. */
async function* shownTo(
  show: Caller['show'],
  events: AsyncIterable<AnswerEvent>,
): AsyncIterable<AnswerEvent> {
  for await (const event of events) {
    if (event.type === 'token') show?.({ type: 'text', text: event.text });
    if (event.type === 'citation') show?.(event);
    yield event;
  }
}

/** Waits for the whole answer. Throws PieceError. */
const finish = async (
  events: AsyncIterable<AnswerEvent>,
  { signal, spend, show }: Pick<Caller, 'spend' | 'show'> & { signal: AbortSignal },
): Promise<CitedAnswer & { conversationId: string }> => {
  try {
    const { answer, answerKind, citations, conversationId, usage } = await collectAnswer(
      shownTo(show, events),
    );
    spend(toMicroCredits(usage.credits));
    signal.throwIfAborted();
    const isAnswered = answerKind === 'ANSWER';
    return { answer, isAnswered, citations: citations.map(toStepCitation), conversationId };
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
  (ctx: Ctx, { flowId, spend, show, depth = 0 }: Caller): PiecePlatform['runApp'] =>
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
        owner: { visitorHash: null, userId: findUserId(owner) },
        conversationId,
        depth: depth + 1,
      },
      signal,
    );
    return finish(events, { signal, spend, show });
  };

/** Lets pieces ask knowledge bases and apps, with the access of the owner of a flow. */
export const createAnswerAccess = (
  ctx: Ctx,
  caller: Caller,
): Pick<PiecePlatform, 'askKnowledge' | 'runApp' | 'listKnowledgeBases' | 'listApps'> => ({
  listKnowledgeBases: async () => {
    const bases = await ctx.tx((tx) => listVisibleKnowledgeBases(tx, mostListed));
    return bases.map(({ id, name }) => ({ value: id, label: name }));
  },
  listApps: async () =>
    (await listAppsForChat(ctx)).map(({ appId, name }) => ({ value: appId, label: name })),
  askKnowledge: async ({ knowledgeBaseIds, question, modelId = null, signal }) => {
    const owner = await asOwner(ctx, caller.flowId);
    const order = { knowledgeBaseIds, question, modelId, appId: caller.appId ?? null };
    const events = unstoredAnswers.askKnowledge(owner, order, signal);
    const { conversationId: _none, ...answer } = await finish(events, { ...caller, signal });
    return answer;
  },
  runApp: runApp(ctx, caller),
});
