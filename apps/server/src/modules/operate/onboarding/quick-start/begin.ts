import { AppSettings } from '@atelier/contracts/assistants/apps/app-settings';
import { NewKnowledgeBase } from '@atelier/contracts/content/bases/knowledge-shapes';
import type { RequestOf } from '@atelier/contracts/kernel/contract';
import type { QuickStart, quickStart } from '@atelier/contracts/operate/onboarding/quick-start';
import type { AnyCtx, Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { ownUserId } from '../../../../kernel/context/own-user.ts';
import { addApp, getApp, takenAppNames } from '../../../assistants/apps/index.ts';
import { addKnowledgeBase, knowledgeBaseNames } from '../../../content/bases/index.ts';
import { findModelId } from '../../../content/models/index.ts';
import { type QuickStartRow, quickStartRepository } from './repository.ts';

/** A quick start expires after this time; the next documents begin another one. */
const dayMs = 24 * 60 * 60 * 1000;

export const findOwn = (tx: TxCtx, userId = ownUserId(tx)): Promise<QuickStartRow | undefined> =>
  quickStartRepository.find(tx.db, userId, new Date(tx.now().getTime() - dayMs));

const presentQuickStart = async (
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

const most = 50;

/** Returns the candidates for a name: the name itself, then with a number: "Handbook", "Handbook 2". */
const namesFrom = (name: string): string[] =>
  Array.from({ length: most }, (_, index) => (index === 0 ? name : `${name} ${index + 1}`));

/** Returns the first name that is not in `taken`, which holds names in lower case. */
const freeName = (names: readonly string[], taken: ReadonlySet<string>): string =>
  names.find((name) => !taken.has(name.toLowerCase())) ?? names[0] ?? '';

type Wish = RequestOf<(typeof quickStart.endpoints)['begin']>['body'];

const make = async (tx: TxCtx, { name, language }: Wish, embeddingModelId: string | null) => {
  const names = namesFrom(name);
  const taken = [...(await knowledgeBaseNames.findTaken(tx, names)), ...(await takenAppNames(tx, names))];
  const free = freeName(names, new Set(taken));
  const base = await addKnowledgeBase(tx, NewKnowledgeBase.parse({ name: free, language }), {
    embeddingModelId,
  });
  const app = await addApp(
    tx,
    AppSettings.parse({ name: free, botName: free.slice(0, 100), knowledgeBaseIds: [base.knowledgeBaseId] }),
  );
  return { knowledgeBaseId: base.knowledgeBaseId, appId: app.appId };
};

/**
 * Creates a knowledge base and a private app on it in one transaction. If the user has a quick start that is less than a day old and not
 * ended, it is returned instead, so that a second click or a reload creates nothing twice. Throws `billing.plan_limit`.
 */
export const beginQuickStart = async (ctx: Ctx, wish: Wish): Promise<QuickStart> => {
  const embeddingModelId = await findModelId(ctx, 'EMBEDDING', null);
  return ctx.tx(async (tx) => {
    const userId = ownUserId(tx);
    await quickStartRepository.lock(tx.db, userId);
    const earlier = await findOwn(tx, userId);
    const made = earlier ?? (await make(tx, wish, embeddingModelId));
    if (!earlier) {
      await quickStartRepository.remove(tx.db, userId);
      await quickStartRepository.insert(tx.db, { userId, ...made });
    }
    return presentQuickStart(tx, made);
  });
};
