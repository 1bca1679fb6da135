import type { WaitingDecision } from '@atelier/contracts/assistants/flows/flow-run-shapes';
import type { flowRuns } from '@atelier/contracts/assistants/flows/flow-runs';
import type { RequestOf } from '@atelier/contracts/kernel/contract';
import type { AnyCtx, TxCtx } from '../../../../../kernel/context/context.ts';
import { closePage } from '../../../../../kernel/db/paging.ts';
import { listOpenWaits, type OpenWait, signalToken } from '../../../../../kernel/runs/requests/index.ts';
import { type ApprovalKind, approvalKinds } from '../../approvals/approval-kinds.ts';
import { flowApprovals } from './decide.ts';

type Query = RequestOf<(typeof flowRuns.endpoints)['waiting']>['query'];

const present = async (
  tx: TxCtx,
  kind: ApprovalKind,
  { wait, names }: { wait: OpenWait; names: Map<string, string> },
): Promise<WaitingDecision> => {
  const { runId, name, subjectId, since, until } = wait;
  const { tenantId, services } = tx;
  return {
    runId,
    askedBy: kind.askedBy,
    askerId: subjectId ?? '',
    askerName: names.get(subjectId ?? '') ?? null,
    title: (await kind.findTitle(tx, wait)) ?? '',
    askedAt: since.toISOString(),
    until: until?.toISOString() ?? null,
    approvalToken: kind.mayDecide(tx) ? signalToken(services.secrets, { tenantId, runId, name }) : null,
  };
};

/** Lists the decisions for which runs wait that the actor may see; those that have waited longest come first. */
export const listWaiting = (ctx: AnyCtx, query: Query) =>
  ctx.tx(async (tx) => {
    const kinds = [flowApprovals, ...tx.services.extensions.of(approvalKinds)].filter(
      ({ askedBy }) => query.askedBy === undefined || askedBy === query.askedBy,
    );
    const filters = kinds.map((kind) => ({
      kinds: kind.runKinds,
      signal: kind.signal,
      visible: kind.visible(tx, query.search),
    }));
    const page = closePage(await listOpenWaits(tx.db, filters, query), query.limit);
    const items: WaitingDecision[] = [];
    const names = new Map<string, string>();
    for (const kind of kinds) {
      const ids = page.rows.flatMap((row) => (kind.runKinds.includes(row.kind) ? (row.subjectId ?? []) : []));
      for (const [id, name] of await kind.findNames(tx, [...new Set(ids)])) names.set(id, name);
    }
    for (const wait of page.rows) {
      const kind = kinds.find(({ runKinds }) => runKinds.includes(wait.kind));
      if (kind) items.push(await present(tx, kind, { wait, names }));
    }
    return { ...page, rows: undefined, items };
  });
