import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { divideSettings } from '../own-settings.ts';
import { appRepository } from '../repository.ts';
import { visibleApps } from '../visible-apps.ts';
import { type AppForChat, forChat } from './app-for-chat.ts';
import { prepareModelCheck } from './check-model.ts';
import { checkSettings } from './check-settings.ts';
import { type AppChange, mergeSettings, presentSettings } from './update-app.ts';

export type SettingsChange = Omit<AppChange, 'appId' | 'active' | 'overrideGate'>;

/** Throws `apps.not_found`. */
export const findWithSettings = async (tx: TxCtx, appId: string) => {
  const row = (await appRepository.find(tx.db, appId, visibleApps(tx))) ?? fail('apps.not_found');
  return { row, before: presentSettings(row, await appRepository.knowledgeBaseIds(tx.db, appId)) };
};

/**
 * Prepares an app as it would answer with changed settings, which are not stored. The returned function finds it in a transaction, and
 * throws `apps.not_found`, `apps.model_not_found` and what `checkSettings` throws.
 */
export const prepareDraftForChat = async (
  ctx: Ctx,
  appId: string,
  change: SettingsChange,
): Promise<(tx: TxCtx) => Promise<AppForChat>> => {
  const checkModel = await prepareModelCheck(ctx, change.modelId);
  return async (tx) => {
    const { row, before } = await findWithSettings(tx, appId);
    const after = mergeSettings(before, change);
    await checkSettings(tx, appId, after);
    checkModel(before.modelId);
    const { columns, knowledgeBaseIds, settings } = divideSettings(after);
    return (await forChat(tx, { ...row, ...columns, settings }, knowledgeBaseIds)) ?? fail('apps.not_found');
  };
};
