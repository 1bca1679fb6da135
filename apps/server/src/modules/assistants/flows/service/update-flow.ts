import type { Flow } from '@atelier/contracts/assistants/flows/flow-model';
import type { FlowContent, FlowDetails } from '@atelier/contracts/assistants/flows/flow-shapes';
import { fail } from '../../../../kernel/base/errors.ts';
import { checkRevision } from '../../../../kernel/context/check-revision.ts';
import type { AnyCtx, TxCtx } from '../../../../kernel/context/context.ts';
import { readContent, storedContent, writeContent } from '../content.ts';
import { linksIn } from '../engine/tasks/tasks-in.ts';
import { taskHandlerFor } from '../extension-points.ts';
import { versionedFlows } from '../flow-drafts.ts';
import type { FlowVersionRow } from '../tables.ts';
import { getFlow } from './reads.ts';

/** Throws `flows.circle` when somebody to whom a step hands a task would start the flow in turn. */
const refuseCircle = async (tx: TxCtx, flowId: string, flow: Flow): Promise<void> => {
  for (const { taker, id } of linksIn(flow).tasks)
    if (await taskHandlerFor(tx, taker).leadsToFlow(tx, id, flowId)) fail('flows.circle', { id });
};

/** Saves content as the draft of a flow. Throws `flows.circle`. */
export const saveDraft = async (
  tx: TxCtx,
  id: string,
  { newest, flow }: { newest: FlowVersionRow; flow: Flow },
): Promise<string> => {
  await refuseCircle(tx, id, flow);
  const content = storedContent(flow);
  return versionedFlows.save(tx, id, { newest, columns: { name: content.name }, content });
};

type Change = { [K in keyof FlowContent]?: FlowContent[K] | undefined } & { revision?: number | undefined };

const merged = (row: FlowVersionRow, change: Change): Flow => {
  const { displayName = row.name, trigger, otherTriggers, notes } = change;
  if (!trigger && !otherTriggers && !notes) return { ...row.content, displayName };
  const present = writeContent(row.content, []);
  return readContent({
    displayName,
    trigger: trigger ?? present.trigger,
    otherTriggers: otherTriggers ?? present.otherTriggers,
    notes: notes ?? present.notes,
  });
};

/** Saves a flow as a draft. Throws `flows.not_found`, `flows.changed_meanwhile`, `flows.circle` and `flows.unreadable`. */
export const updateFlow = (ctx: AnyCtx, id: string, change: Change): Promise<FlowDetails> =>
  ctx.tx(async (tx) => {
    const { revision } = change;
    await checkRevision(tx, 'flows.changed_meanwhile', {
      ...{ id, revision },
      newest: async () => ({ revision: (await getFlow(tx, id)).version.revision }),
    });
    const { newest } = await versionedFlows.lockNewest(tx, id);
    const versionId = await saveDraft(tx, id, { newest, flow: merged(newest, change) });
    await tx.audit('flows.updated', id, { versionId });
    return getFlow(tx, id);
  });
