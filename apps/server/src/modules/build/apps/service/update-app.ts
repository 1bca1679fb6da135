import { type App, AppSettings, type apps } from '@atelier/contracts/build/apps';
import type { RequestOf } from '@atelier/contracts/kernel/contract';
import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { findModelId } from '../../../content/models/index.ts';
import { appRepository } from '../repository.ts';
import type { AppRow } from '../tables.ts';
import { checkSettings } from './check-settings.ts';
import { completeApp } from './complete-apps.ts';

type AppChange = RequestOf<(typeof apps.endpoints)['update']>['body'];

const merge = (
  row: AppRow,
  knowledgeBaseIds: string[],
  change: Omit<AppChange, 'appId' | 'active'>,
): AppSettings => {
  const present = {
    ...row.settings,
    name: row.name,
    access: row.access,
    orchestration: row.orchestration,
    knowledgeBaseIds,
  };
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  return AppSettings.parse({ ...present, ...given });
};

/**
 * Changes the given settings and leaves the others; every change creates a new version. Throws `apps.not_found`. A model that no longer
 * exists may stay (the default model answers in its place), but cannot be chosen.
 */
export const updateApp = async (ctx: Ctx, { appId, active, ...change }: AppChange): Promise<App> => {
  const { modelId } = change;
  const isKnownModel =
    modelId === undefined || modelId === null || (await findModelId(ctx, 'CHAT', modelId)) !== null;
  return ctx.tx(async (tx) => {
    const present = (await appRepository.lock(tx.db, appId)) ?? fail('apps.not_found');
    const merged = merge(present, await appRepository.knowledgeBaseIds(tx.db, appId), change);
    await checkSettings(tx, merged);
    if (!isKnownModel && modelId !== present.settings.modelId) fail('apps.model_not_found');
    const { name, access, orchestration, knowledgeBaseIds, ...settings } = merged;
    const version = present.version + 1;
    const row =
      (await appRepository.update(tx.db, appId, {
        name,
        access,
        orchestration,
        settings,
        version,
        active: active ?? present.active,
      })) ?? fail('apps.not_found');
    await appRepository.replaceKnowledgeBases(tx.db, appId, [...new Set(knowledgeBaseIds)]);
    const createdBy = 'userId' in tx.actor ? tx.actor.userId : 'system';
    await appRepository.insertVersion(tx.db, { appId, version, settings: merged, createdBy });
    await tx.audit('apps.updated', appId, { version, changed: Object.keys(change) });
    return completeApp(tx, row);
  });
};
