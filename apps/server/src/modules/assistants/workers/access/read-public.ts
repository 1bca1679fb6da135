import type { OfflineAgent, PublicWorker } from '@atelier/contracts/assistants/workers/worker-access';
import type { Connection } from '@atelier/contracts/content/connections/connections';
import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import type { Anonymous } from '../../../../kernel/module/exchange.ts';
import { findConnection, getConnection } from '../../../content/connections/index.ts';
import { openWorker, visitorCtx } from '../records/door.ts';
import { workerRepository } from '../repository.ts';
import { presentLines } from '../service/reads.ts';
import { visibleWorkers } from '../worker-entity.ts';

/** Reads what the public screen of a worker shows. Throws what `openWorker` throws; a deactivated one has no screen for members either. */
export const getPublicWorker = async (anonymous: Anonymous, workerId: string): Promise<PublicWorker> => {
  const { worker } = await openWorker(anonymous, workerId);
  const { name, description, status } = worker;
  if (status === 'DEACTIVATED') return fail('workers.link_not_found');
  return { workerId, name, description, isPaused: status === 'PAUSED' };
};

/** The most workers that are looked at. */
const mostListed = 500;

const offlineAmong = async (
  tx: TxCtx,
  rows: Awaited<ReturnType<typeof workerRepository.newest>>,
): Promise<OfflineAgent[]> =>
  (await presentLines(tx, rows)).flatMap(({ workerId, name, offline }) =>
    offline ? [{ workerId, name, ...offline }] : [],
  );

/** Lists workers that cannot work: to a member those that they may see, to a visitor the public one that they name. */
export const listOffline = async (
  anonymous: Anonymous,
  { agentId, tenantId }: { agentId?: string | undefined; tenantId?: string | undefined },
): Promise<OfflineAgent[]> => {
  const { own } = anonymous;
  if (own?.may('agents:read'))
    return own.tx(async (tx) => {
      const rows = await workerRepository.newest(tx.db, { visible: visibleWorkers(tx) }, mostListed);
      const isMeant = (row: (typeof rows)[number]) =>
        agentId === undefined || row.id === agentId || row.targetId === agentId;
      return offlineAmong(tx, rows.filter(isMeant));
    });
  const ctx = agentId === undefined ? undefined : await visitorCtx(anonymous, agentId);
  if (!ctx || agentId === undefined || (tenantId !== undefined && ctx.tenantId !== tenantId)) return [];
  return ctx.tx(async (tx) => {
    const row = await workerRepository.find(tx.db, agentId);
    return row?.access === 'PUBLIC' ? offlineAmong(tx, [row]) : [];
  });
};

const usedBy = (tx: TxCtx): Promise<string[]> => workerRepository.listConnectionIds(tx.db);

/** Lists the connections that the mailboxes of workers use. */
export const listWorkerConnections = (ctx: Ctx): Promise<Connection[]> =>
  ctx.tx(async (tx) => {
    const found: Connection[] = [];
    // A connection may have been deleted since.
    for (const id of await usedBy(tx))
      if (await findConnection(tx, id)) found.push(await getConnection(tx, id));
    return found;
  });

/** Reads one of them. Throws `workers.connection_not_found`. */
export const getWorkerConnection = (ctx: Ctx, id: string): Promise<Connection> =>
  ctx.tx(async (tx) =>
    (await usedBy(tx)).includes(id) ? getConnection(tx, id) : fail('workers.connection_not_found'),
  );
