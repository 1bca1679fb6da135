import type { FlowDetails } from '@atelier/contracts/assistants/flows/flow-shapes';
import type { AnyCtx } from '../../../../kernel/context/context.ts';
import { findVersion, getFlow, lockFlow } from './reads.ts';
import { saveDraft } from './update-flow.ts';

/** Makes the content of a version the draft again. Throws `flows.not_found` and `flows.version_not_found`. */
export const restoreVersion = (ctx: AnyCtx, id: string, versionId: string): Promise<FlowDetails> =>
  ctx.tx(async (tx) => {
    const present = await lockFlow(tx, id);
    const { row } = await findVersion(tx, id, versionId);
    const { row: newest } = await findVersion(tx, id, present.newestVersionId);
    await saveDraft(tx, present, { newest, flow: row.content });
    await tx.audit('flows.restored', id, { versionId, number: row.number });
    return getFlow(tx, id);
  });
