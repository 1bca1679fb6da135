import type { App } from '@atelier/contracts/assistants/apps';
import type { AppSettings } from '@atelier/contracts/assistants/apps/app-settings';
import { widgetButton } from '@atelier/contracts/assistants/apps/widget-button';
import { fail } from '../../../../kernel/base/errors.ts';
import { newId } from '../../../../kernel/base/ids.ts';
import { toAuthor } from '../../../../kernel/context/actor.ts';
import type { AnyCtx, Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { publishObject, withdrawObject } from '../../../../kernel/http/public-objects.ts';
import { removeGrants } from '../../../account/access/index.ts';
import { findModelId } from '../../../content/models/index.ts';
import { checkPlanLimit } from '../../../money/billing/index.ts';
import { divideSettings } from '../own-settings.ts';
import { appRepository } from '../repository.ts';
import { checkSettings, computeAppState, detectConfiguration } from './check-settings.ts';
import { completeApp } from './complete-apps.ts';

/** Creates an app whose model is known to exist. Throws `apps.name_taken`, `billing.plan_limit`, and what `checkSettings` throws. */
export const addApp = (ctx: AnyCtx, input: AppSettings): Promise<App> =>
  ctx.tx(async (tx) => {
    await checkPlanLimit(tx, 'apps', () => appRepository.count(tx.db, {}));
    await checkSettings(tx, null, input);
    const all = { ...input, configuration: detectConfiguration(input) };
    const { columns, knowledgeBaseIds, settings } = divideSettings(all);
    const id = newId('app');
    const createdBy = toAuthor(tx);
    const state = await computeAppState(tx, id, input);
    const row =
      (await appRepository.insert(tx.db, { id, ...columns, settings, state, createdBy })) ??
      fail('server.internal');
    await appRepository.replaceKnowledgeBases(tx.db, id, [...new Set(knowledgeBaseIds)]);
    await appRepository.insertVersion(tx.db, { appId: id, version: 1, settings: all, createdBy });
    await publishObject(tx, {
      id,
      kind: 'APP',
      frameSites: settings.allowedSites,
      button: widgetButton(settings),
    });
    await tx.audit('apps.created', id, { access: input.access });
    return completeApp(tx, row);
  });

/** Creates an app. Throws what `addApp` throws, and `apps.model_not_found`. */
export const createApp = async (ctx: Ctx, input: AppSettings): Promise<App> => {
  if (input.modelId !== null && !(await findModelId(ctx, 'CHAT', input.modelId)))
    fail('apps.model_not_found');
  return addApp(ctx, input);
};

/** Returns which of the names belong to an app, in lower case. */
export const takenAppNames = (tx: TxCtx, names: readonly string[]): Promise<string[]> =>
  appRepository.taken(tx.db, names);

/**
 * Deletes an app with its versions and conversations. Its link answers `Not Available` from then on. Throws `apps.answers_for_others` and
 * `apps.not_found`.
 */
export const removeApp = (ctx: AnyCtx, id: string): Promise<void> =>
  ctx.tx(async (tx) => {
    const names = await appRepository.answeredBy(tx.db, id);
    if (names.length > 0) fail('apps.answers_for_others', { names });
    if (!(await appRepository.remove(tx.db, id))) fail('apps.not_found');
    await withdrawObject(tx, id);
    await removeGrants(tx, id);
    await tx.audit('apps.removed', id);
  });
