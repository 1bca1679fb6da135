import type { AppSettings } from '@atelier/contracts/assistants/apps';
import { fail } from '../../../../kernel/base/errors.ts';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import { type AppLinks, answererOf } from '../answerers.ts';
import { appRepository } from '../repository.ts';

type Linked = Pick<AppSettings, 'orchestration' | 'knowledgeBaseIds' | 'answererId'>;

const linksOf = (id: string | null, { knowledgeBaseIds, answererId }: Linked): AppLinks => ({
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
  await answererOf(tx, settings.orchestration).check(tx, linksOf(id, settings));
  const images = [settings.botIconId, settings.botLogoId].filter((each) => each !== null);
  if (!(await appRepository.ownsImages(tx.db, id ?? '', images))) fail('apps.image_not_found');
};

/** Returns the state of an app with these settings, which is not ready yet (APP-07). */
export const stateOf = async (tx: TxCtx, id: string, settings: Linked): Promise<'PROCESSING' | 'READY'> =>
  (await answererOf(tx, settings.orchestration).isReady(tx, linksOf(id, settings))) ? 'READY' : 'PROCESSING';
