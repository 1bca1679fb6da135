import type { Flow, FlowTrigger } from '@atelier/contracts/build/flows/flow-model';
import type { PieceTrigger, WebhookCall, WebhookReply } from '@atelier/pieces';
import { fail } from '../../../../kernel/base/errors.ts';
import { Recent } from '../../../../kernel/cache/remembered.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import type { Anonymous } from '../../../../kernel/module/exchange.ts';
import { defineService } from '../../../../kernel/services/services.ts';
import { openConnection } from '../../../content/connections/index.ts';
import type { FlowRunInput } from '../engine/flow-run-type.ts';
import { beginFlowRun, startFlowRun } from '../service/start-flow.ts';
import { triggerCode, triggerInput } from '../triggers/schedule-of.ts';
import { triggerRepository } from '../triggers/trigger-repository.ts';
import { type Arrived, readCall, receiveFiles } from './read-call.ts';

type WebhookTrigger = Extract<PieceTrigger, { kind: 'webhook' }>;

interface Webhook {
  trigger: FlowTrigger;
  code: WebhookTrigger;
}

/** How the run is started: `startFlowRun` or `beginFlowRun`. */
type Start<R> = (ctx: Ctx, settings: unknown, input: FlowRunInput) => Promise<R>;

export type Started<R> = { ctx: Ctx; run: R } | { reply: WebhookReply };

const findWebhook = ({ triggers }: Flow): Webhook | undefined => {
  for (const trigger of triggers) {
    const code = triggerCode(trigger);
    if (code?.kind === 'webhook') return { trigger, code };
  }
  return undefined;
};

/** The most flows whose webhooks a process remembers. */
const mostRemembered = 1000;

/** The webhooks of flows, each with its version. A published version never changes. */
const rememberedWebhooks = defineService({
  name: 'flows.webhooks',
  create: () => new Recent<{ versionId: string; webhook: Webhook | undefined }>(mostRemembered),
});

/** Finds the webhook of the published version of a flow. Throws as `startByWebhook` does. */
const findPublished = async (ctx: Ctx, flowId: string) => {
  const remembered = ctx.use(rememberedWebhooks);
  const known = remembered.get(flowId);
  const start = await ctx.readAtOnce(({ db }) =>
    triggerRepository.findStartUnlessKnown(db, flowId, known?.versionId ?? ''),
  );
  if (!start) return fail('flows.not_found');
  const { status, versionId, content, settings } = start;
  if (versionId === null) return fail('flows.not_published');
  if (status === 'DISABLED') fail('flows.disabled');
  if (known?.versionId === versionId) return { versionId, settings, webhook: known.webhook };
  if (!content) return fail('flows.not_published');
  const webhook = findWebhook(content);
  remembered.set(flowId, { versionId, webhook });
  return { versionId, settings, webhook };
};

/** Lets the trigger check a call. Returns the answer to one that only proves who owns the address. Throws `flows.unverified`. */
const check = async (
  ctx: Ctx,
  { trigger, code }: Webhook,
  call: WebhookCall,
): Promise<WebhookReply | undefined> => {
  const connectionId = trigger.settings?.connectionId;
  const opened = connectionId === undefined ? undefined : await openConnection(ctx, connectionId);
  const asked = {
    input: triggerInput(trigger, code),
    ...(opened && { connection: opened.values }),
    call,
  };
  if (code.verify && !code.verify(asked)) fail('flows.unverified');
  return code.handshake?.(asked);
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
  const tenantId = (await anonymous.tenantOf(flowId)) ?? fail('flows.not_found');
  const ctx = anonymous.forTenant(tenantId, { kind: 'system', name: 'flows.webhook' });
  const { versionId, settings, webhook = fail('flows.no_webhook') } = await findPublished(ctx, flowId);
  const call = readCall(arrived);
  const reply = await check(ctx, webhook, call);
  if (reply) return { reply };
  const { rawBody: _bytes, ...read } = call;
  const received = await receiveFiles(ctx, { flowId }, arrived);
  const payload = received ? { ...read, body: received.body } : read;
  const files = received && { files: { ids: received.ids, of: null } };
  const place = { flowId, versionId, environment: 'PRODUCTION', depth: 0 } as const;
  const run = await startRun(ctx, settings, { ...place, trigger: webhook.trigger.name, payload, ...files });
  return { ctx, run };
};

/** Starts a flow with a request. The run is stored when this returns. Throws as `startByWebhook` does. */
export const storeByWebhook = (anonymous: Anonymous, flowId: string, arrived: Arrived) =>
  startByWebhook(anonymous, { flowId, arrived }, startFlowRun);

/** Starts a flow with a request that waits for its response. Throws as `startByWebhook` does. */
export const beginByWebhook = (anonymous: Anonymous, flowId: string, arrived: Arrived) =>
  startByWebhook(anonymous, { flowId, arrived }, beginFlowRun);
