import { Orchestration, type OrchestrationChoice } from '@atelier/contracts/assistants/apps/answering';
import type { z } from 'zod';
import type { AnyCtx, TxCtx } from '../../../../kernel/context/context.ts';
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

/** Lists what can answer an app, and what is missing where nothing can be chosen yet. */
export const listOrchestrations = (ctx: AnyCtx): Promise<z.input<typeof OrchestrationChoice>[]> =>
  ctx.tx(async (tx) => {
    return Promise.all(
      Orchestration.options.map(async (orchestration) => {
        const answerer = answererFor(tx, orchestration);
        const answerers = (await answerer.list?.(tx)) ?? [];
        const isEmpty = answerer.list !== undefined && answerers.length === 0;
        return { orchestration, missing: isEmpty ? (answerer.whenEmpty ?? null) : null, answerers };
      }),
    );
  });
