import type { TxCtx } from '../../../../kernel/context/context.ts';
import { appRepository } from '../repository.ts';
import { visibleApps } from '../visible-apps.ts';

/** Returns the apps that something answers, for example a flow, as far as the actor may see them. */
export const appsAnsweredBy = (tx: TxCtx, answererId: string): Promise<{ appId: string; name: string }[]> =>
  appRepository.listAnsweredBy(tx.db, answererId, visibleApps(tx));
