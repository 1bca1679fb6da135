import type { FlowDetails } from '@atelier/contracts/assistants/flows/flow-shapes';
import type { AnyCtx } from '../../../../kernel/context/context.ts';
import { addFlow } from './create-flow.ts';
import { findFlow, findVersion, getFlow } from './reads.ts';

/** Copies the newest version of a flow as a new flow. Throws `flows.not_found`. */
export const duplicateFlow = (ctx: AnyCtx, id: string, displayName?: string): Promise<FlowDetails> =>
  ctx.tx(async (tx) => {
    const { newestVersionId, name } = await findFlow(tx, id);
    const { row } = await findVersion(tx, id, newestVersionId);
    const copyName = displayName ?? `Copy of ${name}`.slice(0, 150);
    const copyId = await addFlow(tx, { ...row.content, displayName: copyName });
    await tx.audit('flows.created', copyId, { name: copyName, copyOf: id });
    return getFlow(tx, copyId);
  });
