import { trial } from '@atelier/contracts/assistants/chat/trial';
import type { Ctx } from '../../../../kernel/context/context.ts';
import type { Exchange } from '../../../../kernel/module/exchange.ts';
import { type AlreadyAnswered, answered, defineRoutes } from '../../../../kernel/module/module.ts';
import { toReplyForm } from '../service/outcome.ts';
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

/**
 * Streams the trial, and says while it waits for computing time behind others. A failure before the first event is sent as an ordinary
 * envelope, a later one as an error event.
 */
const streamTrial = async (
  ctx: Ctx,
  order: TrialOrder,
  exchange: Exchange<TryEndpoint>,
): Promise<AlreadyAnswered> => {
  exchange.holdStream(ctx.tenantId, ({ own }) => Promise.resolve(own?.may('apps:write') ?? false));
  let opened: Sink | undefined;
  const open = (): Sink => (opened ??= exchange.openEvents());
  let isWaiting = false;
  const onWaits = (waits: boolean) => {
    if (waits === isWaiting) return;
    isWaiting = waits;
    void open().send('waits', { waits });
  };
  try {
    for await (const event of tryApp(ctx.within({ onWaits }), order, exchange.signal))
      await send(open(), event);
  } catch (error) {
    if (!opened) throw error;
    const { responseCode, code = '', message = '', requestId } = exchange.toFailure(error);
    await opened.send('error', { success: false, responseCode, code, message, requestId });
  }
  open().close();
  return answered;
};

export const trialRoutes = defineRoutes(trial, {
  tryApp: (ctx, { body }, exchange) => streamTrial(ctx, body, exchange),
});
