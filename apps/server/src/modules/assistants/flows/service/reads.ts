import type { FlowDetails, FlowLine } from '@atelier/contracts/assistants/flows/flow-shapes';
import type { flows } from '@atelier/contracts/assistants/flows/flows';
import type { RequestOf } from '@atelier/contracts/kernel/contract';
import { fail } from '../../../../kernel/base/errors.ts';
import type { AnyCtx, TxCtx } from '../../../../kernel/context/context.ts';
import { runLists } from '../../../../kernel/runs/view/index.ts';
import { flowRunKind } from '../engine/flow-run-type.ts';
import { versionedFlows } from '../flow-drafts.ts';
import { visibleFlows } from '../flow-entity.ts';
import { flowRunStatus, presentFlowVersion, presentLine } from '../present.ts';
import { flowRepository, type ListedFlow } from '../repository.ts';
import { presentPolling } from '../triggers/poll-state.ts';
import { triggerRepository } from '../triggers/trigger-repository.ts';

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

/** Reads a flow with its newest version, or another one. Throws `flows.not_found` and `flows.version_not_found`. */
export const getFlow = (ctx: AnyCtx, id: string, versionId?: string): Promise<FlowDetails> =>
  ctx.tx(async (tx) => {
    const listed = (await flowRepository.findListed(tx.db, id, visibleFlows(tx))) ?? fail('flows.not_found');
    const version = await versionedFlows.findVersion(tx, id, versionId ?? listed.row.newestVersionId);
    const [line] = await toFlowLines(tx, [listed]);
    const polls = await triggerRepository.list(tx.db, id, 'polling');
    const address = `${tx.services.config.server.publicUrl ?? ''}/api/orchestrator/webhooks/${id}`;
    return {
      ...(line ?? fail('server.internal')),
      tenantId: tx.tenantId,
      webhookUrl: address,
      webhookSyncUrl: `${address}/sync`,
      polling: polls.map(presentPolling),
      version: presentFlowVersion(listed.row, version),
    };
  });
