import type { Caller } from '@atelier/contracts/assistants/flows/flow-shapes';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import { defineExtensionPoint } from '../../../../kernel/services/extension-points.ts';
import { visibleFlows } from '../flow-entity.ts';
import { flowRepository } from '../repository.ts';

type FindCallers = (tx: TxCtx, id: string) => Promise<readonly Caller[]>;

/** Functions that find what uses an agent, a crew or a flow and that the actor may see, added by modules that depend on this one. */
export const callers = defineExtensionPoint<FindCallers>('flows.callers');

export const findCallers = async (tx: TxCtx, id: string): Promise<Caller[]> => {
  const found: Caller[] = [];
  for (const find of tx.services.extensions.of(callers)) found.push(...(await find(tx, id)));
  return found;
};

/** Finds the flows with a step that names something, for example an agent. */
export const findFlowsNaming: FindCallers = async (tx, id) => {
  const flows = await flowRepository.listNaming(tx.db, id, visibleFlows(tx));
  return flows.map((flow) => ({ kind: 'FLOW', ...flow }));
};
