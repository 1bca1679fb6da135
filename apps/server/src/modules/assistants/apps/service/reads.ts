import type { App, apps } from '@atelier/contracts/assistants/apps';
import type { RequestOf } from '@atelier/contracts/kernel/contract';
import { fail } from '../../../../kernel/base/errors.ts';
import type { AnyCtx, TxCtx } from '../../../../kernel/context/context.ts';
import { visibleApps } from '../app-entity.ts';
import { appRepository } from '../repository.ts';
import { completeApps, completeLinkedApp } from './complete-apps.ts';

export const getApp = (ctx: AnyCtx, id: string): Promise<App> =>
  ctx.tx(async (tx) =>
    completeLinkedApp(
      tx,
      (await appRepository.findLinked(tx.db, id, visibleApps(tx))) ?? fail('apps.not_found'),
    ),
  );

type ListQuery = RequestOf<(typeof apps.endpoints)['list']>['query'];

export const listApps = (ctx: AnyCtx, query: ListQuery) =>
  ctx.tx(async (tx) => {
    const { rows, nextCursor, total } = await appRepository.list(
      tx.db,
      { ...query, visible: visibleApps(tx) },
      query,
    );
    return { items: await completeApps(tx, rows), nextCursor, total };
  });

/** The progress of a tenant with its apps. */
export const appProgress = {
  /** True when the tenant has an app, whether or not the actor may see it. */
  isAny: (tx: TxCtx): Promise<boolean> => appRepository.isAny(tx.db),

  /** Finds the app that was changed last among those that the actor may see. */
  async findWorkedOnLast(tx: TxCtx): Promise<Pick<App, 'appId' | 'access'> | undefined> {
    const [row] = await appRepository.newest(tx.db, { visible: visibleApps(tx) }, 1);
    return row && { appId: row.id, access: row.access };
  },
};

interface Chosen {
  /** Only the apps that answer from this knowledge base. */
  knowledgeBaseId?: string | undefined;
  /** Only the apps that this one answers, for example a flow. */
  answererId?: string | undefined;
}

/** Returns the names of the apps that the actor may see, by id. */
export const visibleAppNames = async (tx: TxCtx, chosen: Chosen = {}): Promise<Map<string, string>> => {
  const rows = await appRepository.listNames(tx.db, { visible: visibleApps(tx), ...chosen });
  return new Map(rows.map(({ id, name }) => [id, name]));
};
