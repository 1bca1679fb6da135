import { type ChatCompletionRequest, openai } from '@atelier/contracts/build/chat/openai';
import type { TextMessage } from '@atelier/models';
import type { z } from 'zod';
import { fail } from '../../../kernel/base/errors.ts';
import type { AnyCtx } from '../../../kernel/context/context.ts';
import { defineRoutes } from '../../../kernel/module/module.ts';
import { findAppForChat, listAppsForChat } from '../apps/index.ts';
import { answerQuestion } from './service/answer-question.ts';
import { completionBody, completionChunks } from './service/openai-wire.ts';

type Completion = z.infer<typeof ChatCompletionRequest>;

const textOf = (content: Completion['messages'][number]['content']): string =>
  typeof content === 'string' ? content : (content ?? []).map((part) => part.text).join('\n');

const appOf = async (ctx: AnyCtx, model: string) => {
  const appId = model.startsWith('app:') ? model.slice('app:'.length) : model;
  return (await findAppForChat(ctx, appId)) ?? fail('openai.model_not_found');
};

/**
 * The last user message is the question, and the messages before it are the history. System messages are replaced by the app's
 * instructions.
 */
const splitMessages = (messages: Completion['messages']): { question: string; history: TextMessage[] } => {
  const last = messages.at(-1);
  const question = last?.role === 'user' ? textOf(last.content).trim() : '';
  if (question === '') fail('openai.no_question');
  const history = messages
    .slice(0, -1)
    .flatMap(({ role, content }): TextMessage[] =>
      role === 'user' || role === 'assistant' ? [{ role, content: textOf(content) }] : [],
    );
  return { question, history };
};

export const openaiRoutes = defineRoutes(openai, {
  chatCompletions: async (ctx, { body }, exchange) => {
    const { question, history } = splitMessages(body.messages);
    if (body.stream)
      exchange.holdStream(ctx.tenantId, async ({ own }) => {
        if (own) await appOf(own, body.model);
        return own !== null;
      });
    const userId = 'userId' in ctx.actor ? ctx.actor.userId : null;
    const events = answerQuestion(
      ctx,
      {
        open: (tx) => appOf(tx, body.model),
        text: question,
        owner: { visitorHash: null, userId },
        history,
      },
      exchange.signal,
    );
    const id = `chatcmpl-${ctx.requestId}`;
    const call = { id, model: body.model, createdAt: ctx.now(), failureOf: exchange.failureOf };
    if (!body.stream)
      return exchange.sendRaw({
        type: 'application/json',
        body: JSON.stringify(await completionBody(call, events)),
      });
    const withUsage = body.stream_options?.include_usage === true;
    return exchange.sendRaw({
      type: 'text/event-stream; charset=utf-8',
      body: await completionChunks(call, events, withUsage),
    });
  },
  models: async (ctx, _request, exchange) => {
    const apps = await listAppsForChat(ctx);
    const data = apps.map(({ appId, createdAt }) => ({
      id: `app:${appId}`,
      object: 'model',
      created: Math.floor(createdAt.getTime() / 1000),
      owned_by: 'atelier',
    }));
    return exchange.sendRaw({ type: 'application/json', body: JSON.stringify({ object: 'list', data }) });
  },
});
