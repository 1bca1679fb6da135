import type { App } from '@atelier/contracts/build/apps';
import { defineMemory } from '../../../../kernel/cache/remembered.ts';
import type { AnyCtx, TxCtx } from '../../../../kernel/context/context.ts';
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

interface RememberedApp {
  app: AppForChat | undefined;
}

const appMemory = defineMemory<RememberedApp>({ name: 'apps.for-chat', most: 2000 });

const load = async ({ db }: TxCtx, appId: string): Promise<RememberedApp> => {
  const [row, knowledgeBaseIds] = await Promise.all([
    appRepository.find(db, appId),
    appRepository.knowledgeBaseIds(db, appId),
  ]);
  return { app: row?.active ? forChat(row, knowledgeBaseIds) : undefined };
};

/** Finds the app of a link. Returns undefined when it is deleted, deactivated, or not open to the actor. */
export const findAppForChat = (ctx: AnyCtx, appId: string): Promise<AppForChat | undefined> =>
  ctx.tx(async (tx) => {
    const { app } = await tx.remember(appMemory, appId, () => load(tx, appId));
    const usable = usableApps(tx);
    // Everybody may use a public app. Which private ones a user may use is not remembered.
    if (!app || app.access === 'PUBLIC' || !usable) return app;
    return (await appRepository.find(tx.db, appId, usable)) && app;
  });

/** Lists the newest active apps that the actor may see, for programs that list them as models. */
export const listAppsForChat = (ctx: AnyCtx): Promise<{ appId: string; createdAt: Date }[]> =>
  ctx.tx(async (tx) =>
    (await appRepository.newest(tx.db, { active: true, visible: visibleApps(tx) }, mostModels)).map(
      ({ id, createdAt }) => ({ appId: id, createdAt }),
    ),
  );
