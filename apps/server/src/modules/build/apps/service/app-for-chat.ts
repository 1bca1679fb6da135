import type { App } from '@atelier/contracts/build/apps';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import { ownSettings } from '../own-settings.ts';
import { appRepository } from '../repository.ts';
import type { AppRow, OwnSettings } from '../tables.ts';
import { usableApps, visibleApps } from '../visible-apps.ts';

/** What a conversation needs of its app. */
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

/** The app behind a link, or undefined when it is deleted, deactivated, or not for whoever asks. */
export const findAppForChat = async (tx: TxCtx, appId: string): Promise<AppForChat | undefined> => {
  const [row, knowledgeBaseIds] = await Promise.all([
    appRepository.find(tx.db, appId, usableApps(tx)),
    appRepository.knowledgeBaseIds(tx.db, appId),
  ]);
  return row?.active ? forChat(row, knowledgeBaseIds) : undefined;
};

/** The newest active apps that whoever asks may see, for programs that list them as models. */
export const listAppsForChat = async (tx: TxCtx): Promise<{ appId: string; createdAt: Date }[]> =>
  (await appRepository.newest(tx.db, { active: true, visible: visibleApps(tx) }, mostModels)).map((row) => ({
    appId: row.id,
    createdAt: row.createdAt,
  }));
