import type { App } from '@atelier/contracts/build/apps';
import type { AnyCtx } from '../../../../kernel/context/context.ts';
import { ownSettings } from '../own-settings.ts';
import { appRepository } from '../repository.ts';
import type { AppRow, OwnSettings } from '../tables.ts';
import { usableApps, visibleApps } from '../visible-apps.ts';

/** The parts of an app that a conversation needs. */
export interface AppForChat {
  appId: string;
  name: string;
  access: App['access'];
  settings: OwnSettings;
  knowledgeBaseIds: string[];
}

const mostModels = 200;

const forChat = (row: AppRow, knowledgeBaseIds: string[]): AppForChat => ({
  appId: row.id,
  name: row.name,
  access: row.access,
  settings: ownSettings(row),
  knowledgeBaseIds,
});

/** Finds the app of a link. Returns undefined when it is deleted, deactivated, or not open to the actor. */
export const findAppForChat = (ctx: AnyCtx, appId: string): Promise<AppForChat | undefined> =>
  ctx.tx(async (tx) => {
    const [row, knowledgeBaseIds] = await Promise.all([
      appRepository.find(tx.db, appId, usableApps(tx)),
      appRepository.knowledgeBaseIds(tx.db, appId),
    ]);
    return row?.active ? forChat(row, knowledgeBaseIds) : undefined;
  });

/** Lists the newest active apps that the actor may see, for programs that list them as models. */
export const listAppsForChat = (ctx: AnyCtx): Promise<{ appId: string; createdAt: Date }[]> =>
  ctx.tx(async (tx) =>
    (await appRepository.newest(tx.db, { active: true, visible: visibleApps(tx) }, mostModels)).map(
      ({ id, createdAt }) => ({ appId: id, createdAt }),
    ),
  );
