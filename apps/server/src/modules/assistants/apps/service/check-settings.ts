import { isDeepStrictEqual } from 'node:util';
import type { Configuration } from '@atelier/contracts/assistants/apps/answering';
import { AppSettings } from '@atelier/contracts/assistants/apps/app-settings';
import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { findModelId } from '../../../content/models/index.ts';
import { type AppLinks, answererFor } from '../answerers.ts';
import { appRepository } from '../repository.ts';

/** The settings that an automatic configuration determines. */
export const automaticKeys = ['modelId', 'retrieval', 'model'] as const;

/** Returns the configuration of new settings: as given, else MANUAL when they differ from the defaults. */
export const detectConfiguration = (settings: AppSettings): Configuration => {
  if (settings.configuration !== undefined) return settings.configuration;
  const usual = AppSettings.parse({ name: 'unnamed' });
  return automaticKeys.every((key) => isDeepStrictEqual(settings[key], usual[key])) ? 'AUTO' : 'MANUAL';
};

/**
 * Looks a chosen model up before the transaction. The returned function throws `apps.model_not_found` for a model that does not exist,
 * unless it is the present one: the default model answers in its place.
 */
export const prepareModelCheck = async (ctx: Ctx, modelId: string | null | undefined) => {
  const isKnown =
    modelId === undefined || modelId === null || (await findModelId(ctx, 'CHAT', modelId)) !== null;
  return (present: string | null): void => {
    if (!isKnown && modelId !== present) fail('apps.model_not_found');
  };
};

type Linked = Pick<AppSettings, 'orchestration' | 'knowledgeBaseIds' | 'answererId'>;

const toLinks = (id: string | null, { knowledgeBaseIds, answererId }: Linked): AppLinks => ({
  id,
  knowledgeBaseIds,
  answererId,
});

/** Throws for settings that refer to something that does not exist, is switched off, or cannot answer. */
export const checkSettings = async (
  tx: TxCtx,
  id: string | null,
  settings: Linked & Pick<AppSettings, 'botIconId' | 'botLogoId'>,
): Promise<void> => {
  await answererFor(tx, settings.orchestration).check(tx, toLinks(id, settings));
  const images = [settings.botIconId, settings.botLogoId].filter((each) => each !== null);
  if (!(await appRepository.ownsImages(tx.db, id ?? '', images))) fail('apps.image_not_found');
};

/** Returns the state of an app with these settings, which is not ready yet (APP-07). */
export const computeAppState = async (
  tx: TxCtx,
  id: string,
  settings: Linked,
): Promise<'PROCESSING' | 'READY'> =>
  (await answererFor(tx, settings.orchestration).isReady(tx, toLinks(id, settings))) ? 'READY' : 'PROCESSING';
