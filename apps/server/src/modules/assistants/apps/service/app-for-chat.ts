import { fail } from '../../../../kernel/base/errors.ts';
import { defineMemory } from '../../../../kernel/cache/remembered.ts';
import type { AnyCtx, TxCtx } from '../../../../kernel/context/context.ts';
import type { AppForChat } from '../answer-plan.ts';
import { answererOf } from '../answerers.ts';
import { ownSettings } from '../own-settings.ts';
import { appRepository } from '../repository.ts';
import type { AppRow, OwnSettings } from '../tables.ts';
import { usableApps, visibleApps } from '../visible-apps.ts';
import { findAutomaticSettings } from './automatic.ts';
import { stateOf } from './check-settings.ts';

export type { AppForChat };

const mostModels = 200;

/** The settings of an app that apply although another app answers. */
const shownSettings = ({
  welcomeMessage,
  sampleQuestions,
  botName,
  themeName,
  botIconId,
  botLogoId,
  collectUserInfo,
  userInfoFields,
  visitorLimits,
  visitorFiles,
  guardRail,
}: OwnSettings) => ({
  welcomeMessage,
  sampleQuestions,
  botName,
  themeName,
  botIconId,
  botLogoId,
  collectUserInfo,
  userInfoFields,
  visitorLimits,
  visitorFiles,
  guardRail,
});

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
  const answering = await answererOf(tx, row.orchestration).findAnswering(tx, row);
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
  const state = await stateOf(tx, row.id, { orchestration, knowledgeBaseIds, answererId });
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
