import type { FlowTrigger } from '@atelier/contracts/build/flows/flow-model';
import type { PieceTrigger, WebhookCall, WebhookReply } from '@atelier/pieces';
import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import type { Anonymous } from '../../../../kernel/module/exchange.ts';
import { openConnection } from '../../../content/connections/index.ts';
import { startFlowRun } from '../service/start-flow.ts';
import { triggerCode, triggerInput } from '../triggers/schedule-of.ts';
import { triggerRepository } from '../triggers/trigger-repository.ts';
import { type Arrived, readCall, receiveFiles } from './read-call.ts';

type WebhookTrigger = Extract<PieceTrigger, { kind: 'webhook' }>;

export type Started = { ctx: Ctx; runId: string } | { reply: WebhookReply };

const findWebhook = (triggers: readonly FlowTrigger[]) => {
  for (const trigger of triggers) {
    const code = triggerCode(trigger);
    if (code?.kind === 'webhook') return { trigger, code };
  }
  return undefined;
};

/** Lets the trigger check a call. Returns the answer to one that only proves who owns the address. Throws `flows.unverified`. */
const check = async (
  ctx: Ctx,
  { trigger, code }: { trigger: FlowTrigger; code: WebhookTrigger },
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
 * Starts a flow with a request. The run is stored when this returns. Throws `flows.not_found`, `flows.not_published`, `flows.disabled`,
 * `flows.no_webhook`, `flows.unverified`, `flows.body_unreadable`, `flows.too_many_files` and `flows.file_too_large`.
 */
export const startByWebhook = async (
  anonymous: Anonymous,
  flowId: string,
  arrived: Arrived,
): Promise<Started> => {
  const tenantId = (await anonymous.tenantOf(flowId)) ?? fail('flows.not_found');
  const ctx = anonymous.forTenant(tenantId, { kind: 'system', name: 'flows.webhook' });
  const start = await ctx.readAtOnce(({ db }) => triggerRepository.findStart(db, flowId));
  if (!start) return fail('flows.not_found');
  const { status, versionId, content, settings } = start;
  if (versionId === null || !content) return fail('flows.not_published');
  if (status === 'DISABLED') fail('flows.disabled');
  const webhook = findWebhook(content.triggers) ?? fail('flows.no_webhook');
  const call = readCall(arrived);
  const reply = await check(ctx, webhook, call);
  if (reply) return { reply };
  const { rawBody: _bytes, ...read } = call;
  const received = await receiveFiles(ctx, { flowId }, arrived);
  const payload = received ? { ...read, body: received.body } : read;
  const files = received && { files: { ids: received.ids, of: null } };
  const place = { flowId, versionId, environment: 'PRODUCTION', depth: 0 } as const;
  const runId = await startFlowRun(ctx, settings, {
    ...place,
    trigger: webhook.trigger.name,
    payload,
    ...files,
  });
  return { ctx, runId };
};
