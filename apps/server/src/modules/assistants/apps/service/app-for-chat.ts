import { AppSettings } from '@atelier/contracts/assistants/apps/app-settings';
import { listSettings } from '@atelier/contracts/kernel/settings';
import { fail } from '../../../../kernel/base/errors.ts';
import { defineMemory } from '../../../../kernel/cache/define-memory.ts';
import type { AnyCtx, Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { findEntityNames } from '../../../../kernel/entities/entity-kind.ts';
import type { AnsweredBy, AppForChat } from '../answer-plan.ts';
import { answererFor } from '../answerers.ts';
import { usableApps, visibleApps } from '../app-entity.ts';
import { divideSettings, ownSettings } from '../own-settings.ts';
import { appRepository } from '../repository.ts';
import type { AppRow, OwnSettings } from '../tables.ts';
import { findAutomaticSettings } from './automatic.ts';
import { checkSettings, computeAppState, prepareModelCheck } from './check-settings.ts';
import { type AppChange, mergeSettings, presentSettings } from './update-app.ts';

export type { AppForChat };

const mostModels = 200;

/** The settings of an app that apply although another app answers: its look, its guardrails, and what it asks and lets its visitors do. */
const shownKeys = new Set([
  'visitorFiles',
  ...listSettings(AppSettings)
    .filter(({ group = '' }) => ['appearance', 'guardrails', 'visitors'].includes(group))
    .map(({ path }) => path.split('.')[0]),
]);

const shownSettings = (settings: OwnSettings) =>
  Object.fromEntries(Object.entries(settings).filter(([key]) => shownKeys.has(key))) as Partial<OwnSettings>;

/** Returns the settings with which an app on these knowledge bases answers. */
export const effectiveSettings = async (
  tx: TxCtx,
  settings: OwnSettings,
  knowledgeBaseIds: readonly string[],
): Promise<OwnSettings> =>
  settings.configuration === 'AUTO'
    ? { ...settings, ...(await findAutomaticSettings(tx, knowledgeBaseIds)) }
    : settings;

/**
 * Returns an app as a conversation needs it; undefined when what answered it no longer exists. `draftKnowledge` replaces its own stored
 * knowledge bases.
 */
export const forChat = async (
  tx: TxCtx,
  row: AppRow,
  draftKnowledge?: string[],
): Promise<AppForChat | undefined> => {
  const { id: appId, name, access } = row;
  const answering = await answererFor(tx, row.orchestration).findAnswering(tx, row);
  if (!answering) return undefined;
  const isDraft = answering.id === row.id && draftKnowledge !== undefined;
  const knowledgeBaseIds = isDraft
    ? draftKnowledge
    : await appRepository.knowledgeBaseIds(tx.db, answering.id);
  const effective = await effectiveSettings(tx, ownSettings(answering), knowledgeBaseIds);
  const settings = { ...effective, ...shownSettings(ownSettings(row)) };
  return { appId, name, access, orchestration: answering.orchestration, settings, knowledgeBaseIds };
};

interface RememberedApp {
  app: AppForChat | undefined;
  row: AppRow | undefined;
}

const appMemory = defineMemory<RememberedApp>({ name: 'apps.for-chat', most: 2000 });

const load = async (tx: TxCtx, appId: string): Promise<RememberedApp> => {
  const row = await appRepository.find(tx.db, appId);
  return { row, app: row?.active ? await forChat(tx, row) : undefined };
};

/** An app is ready from the moment at which it is opened and can answer for the first time. Throws `apps.processing`. */
const requireReady = async (tx: TxCtx, row: AppRow): Promise<void> => {
  const { orchestration } = row;
  const knowledgeBaseIds = await appRepository.knowledgeBaseIds(tx.db, row.id);
  const { answererId } = ownSettings(row);
  const state = await computeAppState(tx, row.id, { orchestration, knowledgeBaseIds, answererId });
  if (state === 'PROCESSING') fail('apps.processing');
  await appRepository.markReady(tx.db, row.id);
};

/**
 * Finds the app of a link. Returns undefined when it is deleted, deactivated, or not open to the actor. Throws `apps.processing` while it
 * is being prepared.
 */
export const findAppForChat = (ctx: AnyCtx, appId: string): Promise<AppForChat | undefined> =>
  ctx.tx(async (tx) => {
    const { app, row } = await tx.remember(appMemory, appId, () => load(tx, appId));
    if (!app || !row) return undefined;
    const usable = usableApps(tx);
    // Everybody may use a public app. Which private ones a user may use is not remembered.
    const isOpen =
      app.access === 'PUBLIC' || !usable || (await appRepository.find(tx.db, appId, usable)) !== undefined;
    if (!isOpen) return undefined;
    if (row.state === 'PROCESSING') await requireReady(tx, row);
    return app;
  });

/** Lists the newest active apps that the actor may see, for programs that list them as models and tools. */
export const listAppsForChat = (ctx: AnyCtx): Promise<{ appId: string; name: string }[]> =>
  ctx.tx(async (tx) =>
    (await appRepository.newest(tx.db, { active: true, visible: visibleApps(tx) }, mostModels)).map(
      ({ id, name }) => ({ appId: id, name }),
    ),
  );

/**
 * Returns what answers from knowledge bases without an app: the automatic settings, and a model unless it is the company's default. Throws
 * `apps.knowledge_base_not_found` for those that the actor may not see, and `apps.knowledge_base_off`.
 */
export const knowledgeForChat = async (
  tx: TxCtx,
  order: { knowledgeBaseIds: readonly string[]; modelId: string | null; appId: string | null },
): Promise<AnsweredBy> => {
  const knowledgeBaseIds = [...new Set(order.knowledgeBaseIds)];
  const visible = await findEntityNames(tx, knowledgeBaseIds);
  if (visible.size < knowledgeBaseIds.length) fail('apps.knowledge_base_not_found');
  await answererFor(tx, 'BASIC').check(tx, { id: null, knowledgeBaseIds, answererId: null });
  const { settings } = divideSettings({ ...AppSettings.parse({ name: 'Knowledge' }), configuration: 'AUTO' });
  const effective = await effectiveSettings(tx, settings, knowledgeBaseIds);
  return {
    appId: order.appId,
    name: 'Knowledge',
    access: 'PRIVATE',
    orchestration: 'BASIC',
    settings: { ...effective, modelId: order.modelId },
    knowledgeBaseIds,
  };
};

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
