import type { QuickStart } from '@atelier/contracts/operate/onboarding/quick-start';
import { ownUserId } from '../../../../kernel/context/actor.ts';
import type { AnyCtx, TxCtx } from '../../../../kernel/context/context.ts';
import { getApp } from '../../../assistants/apps/index.ts';
import { quickStartRepository } from './repository.ts';
import type { QuickStartRow } from './tables.ts';

/** A quick start expires after this time; the next documents begin another one. */
const dayMs = 24 * 60 * 60 * 1000;

export const findOwn = (tx: TxCtx, userId = ownUserId(tx)): Promise<QuickStartRow | undefined> =>
  quickStartRepository.find(tx.db, userId, new Date(tx.now().getTime() - dayMs));

export const presentQuickStart = async (
  tx: TxCtx,
  { knowledgeBaseId, appId }: Pick<QuickStartRow, 'knowledgeBaseId' | 'appId'>,
): Promise<QuickStart> => {
  const { name, access, shareUrl } = await getApp(tx, appId);
  return { knowledgeBaseId, appId, name, access, shareUrl };
};

/** Returns the actor's quick start of the last day that has not ended. */
export const findQuickStart = (ctx: AnyCtx): Promise<QuickStart | null> =>
  ctx.tx(async (tx) => {
    const own = await findOwn(tx);
    return own ? presentQuickStart(tx, own) : null;
  });

/** Ends the quick start. Knowledge base and app stay. Does nothing when there is none. */
export const endQuickStart = (ctx: AnyCtx): Promise<void> =>
  ctx.tx(async (tx) => {
    await quickStartRepository.remove(tx.db, ownUserId(tx));
  });
