import type { FieldValues } from '@atelier/contracts/fields/fields';
import type { WebhookCall, WebhookReply } from '@atelier/pieces';
import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import type { Anonymous } from '../../../../kernel/module/exchange.ts';
import { openConnection } from '../../../content/connections/index.ts';
import { keysOfRules } from '../engine/flow-rules.ts';
import type { FlowRunInput } from '../engine/flow-run-type.ts';
import { beginFlowRun, startFlowRun } from '../service/start-flow.ts';
import { triggerInput } from '../triggers/read-schedule.ts';
import { findPublished, type Webhook } from './find-published.ts';
import { type Arriving, bringBody, callInput, dropBrought, noteRefusal, readCall } from './read-call.ts';

/** Starts the run: `startFlowRun` or `beginFlowRun`. */
type Start<R> = (ctx: Ctx, settings: unknown, input: FlowRunInput, key?: string) => Promise<R>;

export type Started<R> = { ctx: Ctx; run: R } | { reply: WebhookReply };

interface Asked {
  input: FieldValues;
  connection?: FieldValues;
  call: WebhookCall;
}

/** Opens what proves a call. */
const openProof = async (ctx: Ctx, { trigger, code }: Webhook, call: WebhookCall): Promise<Asked> => {
  const connectionId = trigger.settings?.connectionId;
  const opened = connectionId === undefined ? undefined : await openConnection(ctx, connectionId);
  return { input: triggerInput(trigger, code), ...(opened && { connection: opened.values }), call };
};

type Read =
  | { reply: WebhookReply }
  | {
      input: Pick<FlowRunInput, 'payload' | 'files' | 'keyValues'>;
      /** Names the event, if its sender does. */
      message: string | undefined;
    };

interface Calling {
  flowId: string;
  arriving: Arriving;
  keys: readonly string[];
}

/**
 * Reads a call, and lets the trigger check it. A signature is judged by the bytes as they arrive; every other proof before they do. What was
 * stored of a call that is not genuine is deleted again.
 */
const readChecked = async (ctx: Ctx, webhook: Webhook, calling: Calling): Promise<Read> => {
  const { flowId, arriving, keys } = calling;
  const { code } = webhook;
  const call = readCall(arriving);
  const asked = await openProof(ctx, webhook, call);
  const signed = code.verifyBytes?.(asked);
  const owner = { flowId };
  const onBytes = signed && ((bytes: Uint8Array) => signed.update(bytes));
  const brought = await bringBody(ctx, owner, { arriving, onBytes, keys });
  const whole = { ...call, body: brought.body, rawBody: brought.rawBody };
  const reply = code.handshake?.({ ...asked, call: whole });
  const isGenuine = signed ? signed.isGenuine() : (code.verify?.({ ...asked, call: whole }) ?? true);
  if (!reply && isGenuine) return { input: callInput(whole, brought), message: code.messageKey?.(asked) };
  await dropBrought(ctx, brought);
  return reply ? { reply } : fail('flows.unverified');
};

/**
 * Starts a flow with a request. Throws `flows.not_found`, `flows.not_published`, `flows.disabled`, `flows.no_webhook`,
 * `flows.unverified`, `flows.body_unreadable`, `flows.too_many_files` and `flows.file_too_large`.
 */
const startByWebhook = async <R>(
  anonymous: Anonymous,
  { flowId, arriving }: Pick<Calling, 'flowId' | 'arriving'>,
  startRun: Start<R>,
): Promise<Started<R>> => {
  const {
    ctx,
    versionId,
    settings,
    webhook = fail('flows.no_webhook'),
  } = await findPublished(anonymous, flowId);
  const place = { flowId, versionId, trigger: webhook.trigger.name };
  const calling = { flowId, arriving, keys: keysOfRules(settings) };
  const read = await readChecked(ctx, webhook, calling).catch(async (error: unknown) => {
    await noteRefusal(ctx, place, { arriving, error });
    throw error;
  });
  if ('reply' in read) return { reply: read.reply };
  const rest = { environment: 'PRODUCTION', depth: 0, ...read.input } as const;
  // An event that was received before is answered with the run that it started.
  const key = read.message === undefined ? undefined : `webhook ${flowId} ${read.message}`;
  return { ctx, run: await startRun(ctx, settings, { ...place, ...rest }, key) };
};

/** Starts a flow with a request. The run is stored when this returns. Throws as `startByWebhook` does. */
export const storeByWebhook = (anonymous: Anonymous, flowId: string, arriving: Arriving) =>
  startByWebhook(anonymous, { flowId, arriving }, startFlowRun);

/** Starts a flow with a request that waits for its response. Throws as `startByWebhook` does. */
export const beginByWebhook = (anonymous: Anonymous, flowId: string, arriving: Arriving) =>
  startByWebhook(anonymous, { flowId, arriving }, beginFlowRun);
