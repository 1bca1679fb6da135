import type { Flow } from '@atelier/contracts/assistants/flows/flow-model';
import type { FlowContent, FlowDetails } from '@atelier/contracts/assistants/flows/flow-shapes';
import { newId } from '../../../../kernel/base/ids.ts';
import type { AnyCtx, TxCtx } from '../../../../kernel/context/context.ts';
import { publishObject } from '../../../../kernel/http/public-objects.ts';
import { readContent, storedContent } from '../content.ts';
import { versionedFlows } from '../flow-drafts.ts';
import { getFlow } from './reads.ts';

/** Stores a flow with its first draft. Returns its id. */
const addFlow = async (tx: TxCtx, flow: Flow): Promise<string> => {
  const id = newId('flw');
  const content = storedContent(flow);
  await versionedFlows.add(tx, id, { columns: { name: content.name }, content });
  // The address of its webhook names the flow only.
  await publishObject(tx, { id, kind: 'FLOW', frameSites: [] });
  return id;
};

/** Creates a flow. Throws `flows.unreadable`. */
export const createFlow = (ctx: AnyCtx, content: FlowContent): Promise<FlowDetails> => {
  const flow = readContent(content);
  return ctx.tx(async (tx) => {
    const id = await addFlow(tx, flow);
    await tx.audit('flows.created', id, { name: flow.displayName });
    return getFlow(tx, id);
  });
};

/** Copies the newest version of a flow as a new flow. Throws `flows.not_found`. */
export const duplicateFlow = (ctx: AnyCtx, id: string, displayName?: string): Promise<FlowDetails> =>
  ctx.tx(async (tx) => {
    const { newestVersionId, name } = await versionedFlows.find(tx, id);
    const { row } = await versionedFlows.findVersion(tx, id, newestVersionId);
    const copyName = displayName ?? `Copy of ${name}`.slice(0, 150);
    const copyId = await addFlow(tx, { ...row.content, displayName: copyName });
    await tx.audit('flows.created', copyId, { name: copyName, copyOf: id });
    return getFlow(tx, copyId);
  });
