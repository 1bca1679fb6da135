import type { Flow, FlowTrigger } from '@atelier/contracts/assistants/flows/flow-model';
import type { PieceTrigger } from '@atelier/pieces';
import { LRUCache } from 'lru-cache';
import { fail } from '../../../../kernel/base/errors.ts';
import { Together } from '../../../../kernel/base/together.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { isOpenObject } from '../../../../kernel/http/public-objects.ts';
import type { Anonymous } from '../../../../kernel/module/exchange.ts';
import { defineService } from '../../../../kernel/services/services.ts';
import { triggerCode } from '../triggers/schedule.ts';
import { triggerRepository } from '../triggers/trigger-repository.ts';

type WebhookTrigger = Extract<PieceTrigger, { kind: 'webhook' }>;

interface Webhook {
  trigger: FlowTrigger;
  code: WebhookTrigger;
}

const findWebhook = ({ triggers }: Flow): Webhook | undefined => {
  for (const trigger of triggers) {
    const code = triggerCode(trigger);
    if (code?.kind === 'webhook') return { trigger, code };
  }
  return undefined;
};

/** The most flows that a process remembers, and the most calls that share a read. */
const mostRemembered = 1000;
const mostSharing = 64;

/** The parts of a flow that never change: its tenant, and the webhook of a published version. */
interface Known {
  tenantId: string;
  versionId: string;
  webhook: Webhook | undefined;
}

interface FlowOfCall {
  ctx: Ctx;
  flowId: string;
  versionId: string;
}

/** Reads the state of a flow, and the content of its published version unless that is known. Undefined when nobody may call it. */
const readStart = ({ ctx, flowId, versionId }: FlowOfCall) =>
  ctx.read(async (tx) => {
    const [isOpen, start] = await Promise.all([
      isOpenObject(tx, flowId),
      triggerRepository.findStartUnlessKnown(tx.db, flowId, versionId),
    ]);
    return isOpen ? start : undefined;
  });
type Start = Awaited<ReturnType<typeof readStart>>;

/** Calls of a flow and version that come while its state is being read share the next read, which begins after all of them came. */
const readForAll = async (calls: readonly FlowOfCall[]): Promise<Start[]> => {
  const [first] = calls;
  const start = first && (await readStart(first));
  return calls.map(() => start);
};

const webhooks = defineService({
  name: 'flows.webhooks',
  create: () => ({
    known: new LRUCache<string, Known>({ max: mostRemembered }),
    starts: new Together<FlowOfCall, Start>(mostSharing, readForAll),
  }),
});

/** A flow that may be called, in the context of its tenant. */
export interface Published {
  ctx: Ctx;
  flowId: string;
  versionId: string;
  /** Its stored rules. */
  settings: unknown;
  webhook: Webhook | undefined;
}

/**
 * Finds the webhook of the published version of a flow, and the context of its tenant. Throws `flows.not_found`, `flows.not_published` and
 * `flows.disabled`.
 */
export const findPublished = async (anonymous: Anonymous, flowId: string): Promise<Published> => {
  const { known: remembered, starts } = anonymous.use(webhooks);
  const known = remembered.get(flowId);
  const tenantId = known?.tenantId ?? (await anonymous.findOwnerTenant(flowId)) ?? fail('flows.not_found');
  const ctx = anonymous.forTenant(tenantId, { kind: 'system', name: 'flows.webhook' });
  const knownVersion = known?.versionId ?? '';
  const call = { ctx, flowId, versionId: knownVersion };
  const start = (await starts.do(`${flowId} ${knownVersion}`, call)) ?? fail('flows.not_found');
  const { status, versionId, content, settings } = start;
  if (versionId === null) return fail('flows.not_published');
  if (status === 'DISABLED') fail('flows.disabled');
  if (known?.versionId === versionId) return { ctx, flowId, versionId, settings, webhook: known.webhook };
  if (!content) return fail('flows.not_published');
  const webhook = findWebhook(content);
  remembered.set(flowId, { tenantId, versionId, webhook });
  return { ctx, flowId, versionId, settings, webhook };
};
