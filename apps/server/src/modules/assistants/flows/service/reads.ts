import type { FlowDetails, FlowLine } from '@atelier/contracts/assistants/flows/flow-shapes';
import type { flows } from '@atelier/contracts/assistants/flows/flows';
import type { RequestOf } from '@atelier/contracts/kernel/contract';
import { fail } from '../../../../kernel/base/errors.ts';
import type { AnyCtx, TxCtx } from '../../../../kernel/context/context.ts';
import { runLists } from '../../../../kernel/runs/view/index.ts';
import { flowRunKind } from '../engine/flow-run-type.ts';
import { visibleFlows } from '../flow-entity.ts';
import { flowRunStatus, presentLine, presentVersion } from '../present.ts';
import { flowRepository, type ListedFlow } from '../repository.ts';
import type { FlowRow } from '../tables.ts';
import { presentPolling } from '../triggers/poll-state.ts';
import { triggerRepository } from '../triggers/trigger-repository.ts';
import { versionRepository } from '../versions/repository.ts';

type ListQuery = RequestOf<(typeof flows.endpoints)['list']>['query'];

const toFlowLines = async (tx: TxCtx, listed: readonly ListedFlow[]): Promise<FlowLine[]> => {
  const ids = listed.map(({ row }) => row.id);
  const runs = await runLists.newest(tx.db, flowRunKind, ids);
  return listed.map((one) => {
    const run = runs.get(one.row.id);
    const lastRun = run && {
      runId: run.id,
      status: flowRunStatus(run.status),
      at: run.createdAt.toISOString(),
    };
    return presentLine(tx, one, lastRun ?? null);
  });
};

export const listFlows = (ctx: AnyCtx, query: ListQuery) =>
  ctx.tx(async (tx) => {
    const { rows, nextCursor, total } = await flowRepository.list(
      tx.db,
      { ...query, visible: visibleFlows(tx) },
      query,
    );
    return { items: await toFlowLines(tx, rows), nextCursor, total };
  });

export const countFlows = (ctx: AnyCtx, filter: Pick<ListQuery, 'status'>) =>
  ctx.tx(async (tx) => ({
    count: await flowRepository.count(tx.db, { status: filter.status, visible: visibleFlows(tx) }),
  }));

/** Returns the flow. Throws `flows.not_found` also when the actor may not see it. */
export const findFlow = async (tx: TxCtx, id: string): Promise<FlowRow> =>
  (await flowRepository.find(tx.db, id, visibleFlows(tx))) ?? fail('flows.not_found');

/** Returns the flow, which nobody else changes until the transaction ends. Throws `flows.not_found`. */
export const lockFlow = async (tx: TxCtx, id: string): Promise<FlowRow> =>
  (await flowRepository.lock(tx.db, id, visibleFlows(tx))) ?? fail('flows.not_found');

/** Throws `flows.version_not_found`. */
export const findVersion = async (tx: TxCtx, flowId: string, versionId: string) =>
  (await versionRepository.find(tx.db, flowId, versionId)) ?? fail('flows.version_not_found');

/** Reads a flow with its newest version, or another one. Throws `flows.not_found` and `flows.version_not_found`. */
export const getFlow = (ctx: AnyCtx, id: string, versionId?: string): Promise<FlowDetails> =>
  ctx.tx(async (tx) => {
    const listed = (await flowRepository.findListed(tx.db, id, visibleFlows(tx))) ?? fail('flows.not_found');
    const version = await findVersion(tx, id, versionId ?? listed.row.newestVersionId);
    const [line] = await toFlowLines(tx, [listed]);
    const polls = await triggerRepository.list(tx.db, id, 'polling');
    const address = `${tx.services.config.server.publicUrl ?? ''}/api/orchestrator/webhooks/${id}`;
    return {
      ...(line ?? fail('server.internal')),
      tenantId: tx.tenantId,
      webhookUrl: address,
      webhookSyncUrl: `${address}/sync`,
      polling: polls.map(presentPolling),
      version: presentVersion(listed.row, version),
    };
  });
