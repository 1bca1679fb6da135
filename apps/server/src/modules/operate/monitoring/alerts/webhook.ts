import { createHmac, randomBytes } from 'node:crypto';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { neverCalled, OutboundError } from '../../../../kernel/outbound/outbound.ts';
import type { RuleRow } from '../tables.ts';
import type { AlertEvent } from './mails.ts';
import { buildPagePath, summarize, type Told } from './mails.ts';

const largestAnswer = 64 * 1024;
const longestCallMs = 15_000;
const prefix = 'whsec_';

const scope = (tenantId: string) => ({ purpose: 'alert webhook', tenantId });

/** Makes the key of a webhook: as it is shown once, and as it is stored. */
export const newWebhookSecret = ({ services, tenantId }: Pick<Ctx, 'services' | 'tenantId'>) => {
  const shown = `${prefix}${randomBytes(32).toString('base64')}`;
  return { shown, stored: services.secrets.encrypt(shown, scope(tenantId)) };
};

/** Signs a call as the specification of Standard Webhooks 1.0 says: HMAC-SHA256 of id, time and body. */
export const signWebhook = (
  secret: string,
  { id, at, body }: { id: string; at: number; body: string },
): string => {
  const key = Buffer.from(secret.slice(prefix.length), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')}`;
};

interface Call {
  /** The same at every attempt. */
  id: string;
  event: AlertEvent;
  alertId: string | null;
  rule: Pick<RuleRow, 'id' | 'name' | 'webhookUrl' | 'webhookSecret'>;
  told: Told;
}

const types: Record<AlertEvent, string> = {
  BEGAN: 'alert.began',
  RESOLVED: 'alert.resolved',
  TEST: 'alert.test',
};

const buildBody = (ctx: Ctx, { event, alertId, rule, told }: Call): string => {
  return JSON.stringify({
    type: types[event],
    timestamp: ctx.now().toISOString(),
    data: {
      ...{ alertId, ruleId: rule.id, rule: rule.name, summary: summarize(told) },
      ...told,
      link: `${ctx.services.ownOrigin.current}${buildPagePath(told)}`,
    },
  });
};

/** Calls the webhook of a rule. Returns the problem; undefined when the service accepted the call. */
export const callWebhook = async (ctx: Ctx, call: Call): Promise<string | undefined> => {
  const { webhookUrl, webhookSecret } = call.rule;
  if (webhookUrl === null || webhookSecret === null) return 'The rule has no webhook any more.';
  const { host } = new URL(webhookUrl);
  const body = buildBody(ctx, call);
  const at = Math.floor(ctx.now().getTime() / 1000);
  const secret = ctx.services.secrets.decrypt(webhookSecret, scope(ctx.tenantId));
  try {
    const response = await ctx.services.outbound.fetch(webhookUrl, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'webhook-id': call.id,
        'webhook-timestamp': String(at),
        'webhook-signature': signWebhook(secret, { id: call.id, at, body }),
      },
      body,
      maxBytes: largestAnswer,
      timeoutMs: longestCallMs,
    });
    await response.body?.cancel();
    return response.ok
      ? undefined
      : `${host} answered with status ${response.status}. Please check the address.`;
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return neverCalled(error) ? error.message : `${host} could not be reached. ${error.message}`;
  }
};
