import type { App, apps } from '@atelier/contracts/assistants/apps';
import type { RequestOf } from '@atelier/contracts/kernel/contract';
import { fail } from '../../../../kernel/base/errors.ts';
import type { AnyCtx } from '../../../../kernel/context/context.ts';
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
