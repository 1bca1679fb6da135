import type { openai } from '@atelier/contracts/assistants/programs/openai';
import type { RequestOf } from '@atelier/contracts/kernel/contract';
import type { Ctx } from '../../../../kernel/context/context.ts';
import type { Exchange } from '../../../../kernel/module/exchange.ts';
import type { AlreadyAnswered } from '../../../../kernel/module/module.ts';
import { answerQuestion } from '../../chat/index.ts';
import { completionBody, completionChunks } from './completions.ts';
import { requireApp } from './find-app.ts';
import { readMessages } from './read-input.ts';
import { sendStream } from './send-stream.ts';
import { takeFile, toOwner } from './take-file.ts';
import { refuseUnsupported } from './unsupported.ts';

type Endpoint = (typeof openai.endpoints)['chatCompletions'];
type Body = RequestOf<Endpoint>['body'];

/** Asks an app in the form of OpenAI's chat completions. Each call brings its whole conversation, and is stored as one of its own. */
export const completeChat = async (
  ctx: Ctx,
  body: Body,
  exchange: Exchange<Endpoint>,
): Promise<AlreadyAnswered> => {
  refuseUnsupported(body);
  const { question, history, file } = readMessages(body.messages);
  if (body.stream)
    exchange.holdStream(ctx.tenantId, async ({ own }) => {
      if (own) await requireApp(own, body.model);
      return own !== null;
    });
  const fileId = await takeFile(ctx, { file, model: body.model, signal: exchange.signal });
  let appId = '';
  const events = answerQuestion(
    ctx,
    {
      open: async (tx) => {
        const app = await requireApp(tx, body.model);
        appId = app.appId;
        return app;
      },
      text: question,
      ...{ owner: toOwner(ctx), history, fileId },
    },
    exchange.signal,
  );
  const call = {
    id: `chatcmpl-${ctx.requestId}`,
    model: body.model,
    createdAt: ctx.now(),
    origin: exchange.origin,
    get appId() {
      return appId;
    },
    failureOf: (thrown: unknown) => exchange.toFailure(thrown),
  };
  if (!body.stream)
    return exchange.sendRaw({
      type: 'application/json',
      body: JSON.stringify(await completionBody(call, events)),
    });
  const withUsage = body.stream_options?.include_usage === true;
  return sendStream(exchange, await completionChunks(call, events, withUsage));
};
