import type { Caller, FlowRemoval } from '@atelier/contracts/assistants/flows/flow-shapes';
import type { AnyCtx, TxCtx } from '../../../../kernel/context/context.ts';
import { withdrawObject } from '../../../../kernel/http/public-objects.ts';
import { dropRuns } from '../../../../kernel/runs/index.ts';
import { runLists, runRetention } from '../../../../kernel/runs/view/index.ts';
import { removeGrants } from '../../../account/access/index.ts';
import type { UseOfConnection } from '../../../content/connections/index.ts';
import { visibleAppNames } from '../../apps/index.ts';
import { flowRunKind } from '../engine/flow-run-type.ts';
import { callers } from '../extension-points.ts';
import { versionedFlows } from '../flow-drafts.ts';
import { visibleFlows } from '../flow-entity.ts';
import { flowRepository, versionRepository } from '../repository.ts';

const findCallers = async (tx: TxCtx, id: string): Promise<Caller[]> => {
  const found: Caller[] = [];
  for (const find of tx.services.extensions.of(callers)) found.push(...(await find(tx, id)));
  return found;
};

/** Finds what uses something that steps of flows can name, for example an agent, and that the actor may see. Flows come first. */
export const findCallersAndFlows = async (tx: TxCtx, id: string): Promise<Caller[]> => {
  const flows = await flowRepository.listNaming(tx.db, id, visibleFlows(tx));
  return [...flows.map((flow) => ({ kind: 'FLOW' as const, ...flow })), ...(await findCallers(tx, id))];
};

/** Reads what deleting a flow takes along. Throws `flows.not_found`. */
export const readRemoval = (ctx: AnyCtx, id: string): Promise<FlowRemoval> =>
  ctx.tx(async (tx) => {
    await versionedFlows.find(tx, id);
    const [versions, { total, open }, storedValues, users, apps, found] = await Promise.all([
      versionRepository.count(tx.db, id),
      runLists.count(tx.db, flowRunKind, id),
      flowRepository.countValues(tx.db, id),
      flowRepository.listUsers(tx.db, id, visibleFlows(tx)),
      visibleAppNames(tx, { answererId: id }),
      findCallers(tx, id),
    ]);
    const usedBy = users.map(({ id: flowId, name: displayName }) => ({ flowId, displayName }));
    const answers = [...apps].map(([appId, name]) => ({ appId, name }));
    return { versions, runs: total, openRuns: open, storedValues, usedBy, answers, callers: found };
  });

/** Deletes a flow with everything that belongs to it. A run in progress stops at its next step. Throws `flows.not_found`. */
export const removeFlow = (ctx: AnyCtx, id: string): Promise<void> =>
  ctx.tx(async (tx) => {
    const { name } = await versionedFlows.lock(tx, id);
    await dropRuns(tx, [id]);
    await runRetention.set(tx, null, id);
    await flowRepository.removeValues(tx.db, id);
    await flowRepository.remove(tx.db, id);
    await withdrawObject(tx, id);
    await removeGrants(tx, id);
    await tx.audit('flows.removed', id, { name });
  });

/** Finds the flows that the actor may see and whose steps or triggers use connections. They remain, and fail where they need one. */
export const flowsUsing = async (tx: TxCtx, connectionIds: readonly string[]): Promise<UseOfConnection[]> => {
  const rows = await flowRepository.listUsing(tx.db, connectionIds, visibleFlows(tx));
  return rows.map((row) => ({ kind: 'FLOW', ...row, blocks: false }));
};
