import { isDeepStrictEqual } from 'node:util';
import { type App, type apps } from '@atelier/contracts/assistants/apps';
import { AppSettings } from '@atelier/contracts/assistants/apps/app-settings';
import { widgetButton } from '@atelier/contracts/assistants/apps/widget-button';
import type { RequestOf } from '@atelier/contracts/kernel/contract';
import { checkInput } from '../../../../kernel/base/check-input.ts';
import { fail } from '../../../../kernel/base/errors.ts';
import { toAuthor } from '../../../../kernel/context/actor.ts';
import { checkRevision } from '../../../../kernel/context/check-revision.ts';
import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { publishObject } from '../../../../kernel/http/public-objects.ts';
import { divideSettings, ownSettings } from '../own-settings.ts';
import { appRepository } from '../repository.ts';
import { passGate } from '../settings-gate.ts';
import type { AppRow } from '../tables.ts';
import { automaticKeys, checkSettings, computeAppState, prepareModelCheck } from './check-settings.ts';
import { completeApp } from './complete-apps.ts';

export type AppChange = RequestOf<(typeof apps.endpoints)['update']>['body'];

/** Settings with their configuration, as they are stored. */
export type WholeSettings = AppSettings & Pick<App, 'configuration'>;

/** Returns the present settings of an app. */
export const presentSettings = (row: AppRow, knowledgeBaseIds: string[]): WholeSettings => ({
  ...ownSettings(row),
  name: row.name,
  access: row.access,
  orchestration: row.orchestration,
  knowledgeBaseIds,
});

/** A change of the model, the retrieval or the model settings makes the configuration manual, unless it says otherwise. */
export const mergeSettings = (
  present: WholeSettings,
  change: Omit<AppChange, 'appId' | 'active' | 'overrideGate' | 'revision'>,
): WholeSettings => {
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const merged = checkInput(AppSettings, { ...present, ...given });
  const isTouched = automaticKeys.some((key) => !isDeepStrictEqual(merged[key], present[key]));
  const configuration = change.configuration ?? (isTouched ? 'MANUAL' : present.configuration);
  return { ...merged, configuration };
};

/** Stores the settings of a locked app as a new version. Settings that are the same as before make none. */
export const storeSettings = async (
  tx: TxCtx,
  present: AppRow,
  { before, after, active }: { before: WholeSettings; after: WholeSettings; active: boolean },
): Promise<AppRow> => {
  const isChanged = !isDeepStrictEqual(before, after);
  const { columns, knowledgeBaseIds, settings } = divideSettings(after);
  const version = present.version + (isChanged ? 1 : 0);
  const state = present.state === 'READY' ? 'READY' : await computeAppState(tx, present.id, after);
  const row =
    (await appRepository.update(tx.db, present.id, { ...columns, settings, version, state, active })) ??
    fail('apps.not_found');
  if (!isChanged) return row;
  await appRepository.replaceKnowledgeBases(tx.db, present.id, [...new Set(knowledgeBaseIds)]);
  await publishObject(tx, {
    id: present.id,
    kind: 'APP',
    frameSites: settings.allowedSites,
    button: widgetButton(settings),
  });
  const createdBy = toAuthor(tx);
  await appRepository.insertVersion(tx.db, { appId: present.id, version, settings: after, createdBy });
  return row;
};

/**
 * Changes the given settings and leaves the others; every change creates a new version. Throws `apps.not_found` and `apps.changed_meanwhile`. A model that no longer
 * exists may stay (the default model answers in its place), but cannot be chosen. Also throws what `passGate` throws.
 */
export const updateApp = async (
  ctx: Ctx,
  { appId, active, overrideGate: override = false, revision, ...change }: AppChange,
): Promise<App> => {
  const checkModel = await prepareModelCheck(ctx, change.modelId);
  return ctx.tx(async (tx) => {
    const find = async () => (await appRepository.lock(tx.db, appId)) ?? fail('apps.not_found');
    const newest = async () => completeApp(tx, await find());
    await checkRevision(tx, 'apps.changed_meanwhile', { id: appId, revision, newest });
    const present = await find();
    const before = presentSettings(present, await appRepository.knowledgeBaseIds(tx.db, appId));
    const after = mergeSettings(before, change);
    await checkSettings(tx, appId, after);
    checkModel(before.modelId);
    await passGate(tx, { appId, version: present.version, before, after, override });
    const row = await storeSettings(tx, present, { before, after, active: active ?? present.active });
    await tx.audit('apps.updated', appId, { version: row.version, changed: Object.keys(change) });
    return completeApp(tx, row);
  });
};
