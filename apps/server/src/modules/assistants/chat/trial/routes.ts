import { trial } from '@atelier/contracts/assistants/chat/trial';
import type { Ctx } from '../../../../kernel/context/context.ts';
import type { Exchange } from '../../../../kernel/module/exchange.ts';
import { type AlreadyAnswered, answered, defineRoutes } from '../../../../kernel/module/module.ts';
import { toReplyForm } from '../service/written.ts';
import { type TrialEvent, type TrialOrder, tryApp } from './service/try-app.ts';

type TryEndpoint = (typeof trial.endpoints)['tryApp'];
type Sink = ReturnType<Exchange<TryEndpoint>['openEvents']>;

const send = async (sink: Sink, event: TrialEvent): Promise<void> => {
  if (event.type === 'token') await sink.send('token', { text: event.text });
  else if (event.type === 'citation') await sink.send('citation', event.citation);
  else if (event.type === 'form') await sink.send('form', toReplyForm(event));
  else if (event.type === 'trace') await sink.send('trace', event.trace);
  else await sink.send('done', { status: event.status });
};

/** Streams the trial. A failure before the first event is sent as an ordinary envelope, a later one as an error event. */
const streamTrial = async (
  ctx: Ctx,
  order: TrialOrder,
  exchange: Exchange<TryEndpoint>,
): Promise<AlreadyAnswered> => {
  exchange.holdStream(ctx.tenantId, ({ own }) => Promise.resolve(own?.may('apps:write') ?? false));
  const events = tryApp(ctx, order, exchange.signal)[Symbol.asyncIterator]();
  let next = await events.next();
  const sink = exchange.openEvents();
  try {
    for (; next.done !== true; next = await events.next()) await send(sink, next.value);
  } catch (error) {
    const { responseCode, code = '', message = '', requestId } = exchange.toFailure(error);
    await sink.send('error', { success: false, responseCode, code, message, requestId });
  }
  sink.close();
  return answered;
};

export const trialRoutes = defineRoutes(trial, {
  tryApp: (ctx, { body }, exchange) => streamTrial(ctx, body, exchange),
});
