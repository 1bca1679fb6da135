import type { Flow } from '@atelier/contracts/assistants/flows/flow-model';
import type { FlowContent, FlowDetails } from '@atelier/contracts/assistants/flows/flow-shapes';
import { fail } from '../../../../kernel/base/errors.ts';
import { newId } from '../../../../kernel/base/ids.ts';
import { toAuthor } from '../../../../kernel/context/actor.ts';
import { checkRevision } from '../../../../kernel/context/check-revision.ts';
import type { AnyCtx, TxCtx } from '../../../../kernel/context/context.ts';
import { readContent, storedContent, writeContent } from '../content.ts';
import { linksIn } from '../engine/tasks/tasks-in.ts';
import { taskHandlerFor } from '../extension-points.ts';
import { flowRepository } from '../repository.ts';
import type { FlowRow, FlowVersionRow } from '../tables.ts';
import { versionRepository } from '../versions/repository.ts';
import { findVersion, getFlow, lockFlow } from './reads.ts';

/** Throws `flows.circle` when somebody to whom a step hands a task would start the flow in turn. */
const refuseCircle = async (tx: TxCtx, flowId: string, flow: Flow): Promise<void> => {
  for (const { taker, id } of linksIn(flow).tasks)
    if (await taskHandlerFor(tx, taker).leadsToFlow(tx, id, flowId)) fail('flows.circle', { id });
};

/**
 * Saves content as the draft of a flow: the present one is changed, and after a published version a new one begins. Throws `flows.circle`.
 */
export const saveDraft = async (
  tx: TxCtx,
  { id, newestVersionId }: FlowRow,
  { newest, flow }: { newest: Pick<FlowVersionRow, 'state' | 'number' | 'revision'>; flow: Flow },
): Promise<string> => {
  await refuseCircle(tx, id, flow);
  const content = { ...storedContent(flow), updatedBy: toAuthor(tx) };
  const isNew = newest.state === 'LOCKED';
  const versionId = isNew ? newId('flv') : newestVersionId;
  if (isNew)
    await versionRepository.insert(tx.db, {
      id: versionId,
      flowId: id,
      number: newest.number + 1,
      // Rises across versions, so that a save that names a revision of an older version is refused.
      revision: newest.revision + 1,
      ...content,
    });
  else await versionRepository.saveDraft(tx.db, versionId, content);
  await flowRepository.update(tx.db, id, { name: content.name, newestVersionId: versionId });
  return versionId;
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
    const present = await lockFlow(tx, id);
    const { row: newest } = await findVersion(tx, id, present.newestVersionId);
    const versionId = await saveDraft(tx, present, { newest, flow: merged(newest, change) });
    await tx.audit('flows.updated', id, { versionId });
    return getFlow(tx, id);
  });
