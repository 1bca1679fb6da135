import type { AppSettings } from '@atelier/contracts/build/apps';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import { type AppLinks, answererOf } from '../answerers.ts';

type Linked = Pick<AppSettings, 'orchestration' | 'knowledgeBaseIds' | 'answererId'>;

const linksOf = (id: string | null, { knowledgeBaseIds, answererId }: Linked): AppLinks => ({
  id,
  knowledgeBaseIds,
  answererId,
});

/** Throws for settings that refer to something that does not exist, is switched off, or cannot answer. */
export const checkSettings = (tx: TxCtx, id: string | null, settings: Linked): Promise<void> =>
  answererOf(tx, settings.orchestration).check(tx, linksOf(id, settings));

/** Returns the state of an app with these settings, which is not ready yet (APP-07). */
export const stateOf = async (tx: TxCtx, id: string, settings: Linked): Promise<'PROCESSING' | 'READY'> =>
  (await answererOf(tx, settings.orchestration).isReady(tx, linksOf(id, settings))) ? 'READY' : 'PROCESSING';
