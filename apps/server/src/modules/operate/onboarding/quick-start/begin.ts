import { AppSettings } from '@atelier/contracts/assistants/apps';
import { NewKnowledgeBase } from '@atelier/contracts/content/bases/knowledge-shapes';
import type { RequestOf } from '@atelier/contracts/kernel/contract';
import type { QuickStart, quickStart } from '@atelier/contracts/operate/onboarding/quick-start';
import { ownUserId } from '../../../../kernel/context/actor.ts';
import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { AppParts } from '../../../assistants/apps/index.ts';
import { addKnowledgeBase, knowledgeBaseNames } from '../../../content/bases/index.ts';
import { findModelId } from '../../../content/models/index.ts';
import { findOwn, presentQuickStart } from './own-quick-start.ts';
import { quickStartRepository } from './repository.ts';

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
  const taken = [
    ...(await knowledgeBaseNames.findTaken(tx, names)),
    ...(await AppParts.takenAppNames(tx, names)),
  ];
  const free = freeName(names, new Set(taken));
  const base = await addKnowledgeBase(tx, NewKnowledgeBase.parse({ name: free, language }), embeddingModelId);
  const app = await AppParts.addApp(
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
