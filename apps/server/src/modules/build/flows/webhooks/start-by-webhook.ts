import type { WebhookCall, WebhookReply } from '@atelier/pieces';
import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import type { Anonymous } from '../../../../kernel/module/exchange.ts';
import { openConnection } from '../../../content/connections/index.ts';
import type { FlowRunInput } from '../engine/flow-run-type.ts';
import { beginFlowRun, startFlowRun } from '../service/start-flow.ts';
import { triggerInput } from '../triggers/schedule-of.ts';
import { findPublished, type Webhook } from './find-published.ts';
import { noteRefusal } from './note-refusal.ts';
import { type Arrived, type BodyCheck, readCall, receiveFiles } from './read-call.ts';

/** How the run is started: `startFlowRun` or `beginFlowRun`. */
type Start<R> = (ctx: Ctx, settings: unknown, input: FlowRunInput) => Promise<R>;

export type Started<R> = { ctx: Ctx; run: R } | { reply: WebhookReply };

interface Checked {
  /** The answer to a call that only proves who owns the address. */
  reply: WebhookReply | undefined;
  /** Judges the bytes of a form, which have not arrived yet. */
  signed: BodyCheck | undefined;
}

/** Lets the trigger check a call, as far as its bytes have arrived. Throws `flows.unverified`. */
const check = async (
  ctx: Ctx,
  { trigger, code }: Webhook,
  { call, isForm }: { call: WebhookCall; isForm: boolean },
): Promise<Checked> => {
  const connectionId = trigger.settings?.connectionId;
  const opened = connectionId === undefined ? undefined : await openConnection(ctx, connectionId);
  const asked = {
    input: triggerInput(trigger, code),
    ...(opened && { connection: opened.values }),
    call,
  };
  const reply = code.handshake?.(asked);
  if (reply) return { reply, signed: undefined };
  const signed = isForm ? code.verifyBytes?.(asked) : undefined;
  if (!signed && code.verify && !code.verify(asked)) fail('flows.unverified');
  return { reply, signed };
};

type Read =
  | { reply: WebhookReply }
  | (Pick<FlowRunInput, 'payload'> & { files?: Pick<FlowRunInput, 'files'> });

/** Reads a call, lets the trigger check it, and stores its files. */
const readChecked = async (
  ctx: Ctx,
  webhook: Webhook,
  { flowId, arrived }: { flowId: string; arrived: Arrived },
): Promise<Read> => {
  const call = await readCall(arrived);
  const isForm = arrived.parts !== undefined;
  const { reply, signed } = await check(ctx, webhook, { call, isForm });
  if (reply) return { reply };
  const { rawBody: _bytes, ...payload } = call;
  const received = await receiveFiles(ctx, { flowId }, { arrived, signed });
  if (!received) return { payload };
  const files = { files: { ids: received.ids, of: null } };
  return { payload: { ...payload, body: received.body }, files };
};

/**
 * Starts a flow with a request. Throws `flows.not_found`, `flows.not_published`, `flows.disabled`, `flows.no_webhook`,
 * `flows.unverified`, `flows.body_unreadable`, `flows.too_many_files` and `flows.file_too_large`.
 */
const startByWebhook = async <R>(
  anonymous: Anonymous,
  { flowId, arrived }: { flowId: string; arrived: Arrived },
  startRun: Start<R>,
): Promise<Started<R>> => {
  const {
    ctx,
    versionId,
    settings,
    webhook = fail('flows.no_webhook'),
  } = await findPublished(anonymous, flowId);
  const place = { flowId, versionId, trigger: webhook.trigger.name };
  const read = await readChecked(ctx, webhook, { flowId, arrived }).catch(async (error: unknown) => {
    await noteRefusal(ctx, place, { arrived, error });
    throw error;
  });
  if ('reply' in read) return { reply: read.reply };
  const rest = { environment: 'PRODUCTION', depth: 0, payload: read.payload, ...read.files } as const;
  return { ctx, run: await startRun(ctx, settings, { ...place, ...rest }) };
};

/** Starts a flow with a request. The run is stored when this returns. Throws as `startByWebhook` does. */
export const storeByWebhook = (anonymous: Anonymous, flowId: string, arrived: Arrived) =>
  startByWebhook(anonymous, { flowId, arrived }, startFlowRun);

/** Starts a flow with a request that waits for its response. Throws as `startByWebhook` does. */
export const beginByWebhook = (anonymous: Anonymous, flowId: string, arrived: Arrived) =>
  startByWebhook(anonymous, { flowId, arrived }, beginFlowRun);
