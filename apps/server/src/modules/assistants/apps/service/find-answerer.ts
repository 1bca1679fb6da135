import type { Orchestration } from '@atelier/contracts/assistants/apps/answering';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import { answererFor } from '../answerers.ts';
import { ownSettings } from '../own-settings.ts';
import { appRepository } from '../repository.ts';

/** Finds what answers an app at the end of the chain of apps that ask each other; undefined when there is nothing. */
export const findAppAnswerer = async (
  tx: TxCtx,
  appId: string,
): Promise<{ orchestration: Orchestration; answererId: string | null } | undefined> => {
  const row = await appRepository.find(tx.db, appId);
  const answering = row && (await answererFor(tx, row.orchestration).findAnswering(tx, row));
  return (
    answering && { orchestration: answering.orchestration, answererId: ownSettings(answering).answererId }
  );
};
