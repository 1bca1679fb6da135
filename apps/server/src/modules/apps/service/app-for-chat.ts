import type { App } from '@atelier/contracts';
import type { TxCtx } from '../../../kernel/context.ts';
import { appRepository } from '../repository.ts';
import type { AppRow, StoredSettings } from '../tables.ts';

/** What a conversation needs of its app. */
export interface AppForChat {
  appId: string;
  name: string;
  access: App['access'];
  settings: StoredSettings;
  knowledgeBaseIds: string[];
}

const forChat = (row: AppRow, knowledgeBaseIds: string[]): AppForChat => ({
  appId: row.id,
  name: row.name,
  access: row.access,
  settings: row.settings,
  knowledgeBaseIds,
});

/** The app behind a link, or undefined when it is deleted or deactivated. */
export const findAppForChat = async (tx: TxCtx, appId: string): Promise<AppForChat | undefined> => {
  const [row, knowledgeBaseIds] = await Promise.all([
    appRepository.find(tx.db, appId),
    appRepository.knowledgeBaseIds(tx.db, appId),
  ]);
  return row?.active ? forChat(row, knowledgeBaseIds) : undefined;
};

/** The newest active apps, for programs that list them as models. */
export const listAppsForChat = async (tx: TxCtx): Promise<{ appId: string; createdAt: Date }[]> =>
  (await appRepository.newest(tx.db)).map((row) => ({ appId: row.id, createdAt: row.createdAt }));
