import { fail } from '../../../../kernel/base/errors.ts';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import { divideSettings } from '../own-settings.ts';
import { appRepository } from '../repository.ts';
import { visibleApps } from '../visible-apps.ts';
import { type AppForChat, forChat } from './app-for-chat.ts';
import { checkSettings } from './check-settings.ts';
import { type AppChange, mergeSettings, presentSettings } from './update-app.ts';

/**
 * Returns an app as it would answer with changed settings, which are not stored. Throws `apps.not_found` and what `checkSettings` throws.
 */
export const findDraftForChat = async (
  tx: TxCtx,
  appId: string,
  change: Omit<AppChange, 'appId' | 'active'>,
): Promise<AppForChat> => {
  const row = (await appRepository.find(tx.db, appId, visibleApps(tx))) ?? fail('apps.not_found');
  const before = presentSettings(row, await appRepository.knowledgeBaseIds(tx.db, appId));
  const after = mergeSettings(before, change);
  await checkSettings(tx, appId, after);
  const { columns, knowledgeBaseIds, settings } = divideSettings(after);
  return (await forChat(tx, { ...row, ...columns, settings }, knowledgeBaseIds)) ?? fail('apps.not_found');
};
