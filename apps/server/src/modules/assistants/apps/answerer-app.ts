import { fail } from '../../../kernel/base/errors.ts';
import type { TxCtx } from '../../../kernel/context/context.ts';
import { findEntityNames } from '../../../kernel/entities/entity-kind.ts';
import { type Answerer, answererFor } from './answerers.ts';
import { visibleApps } from './app-entity.ts';
import { ownSettings } from './own-settings.ts';
import { appRepository } from './repository.ts';
import type { AppRow } from './tables.ts';

/** A chain of answering apps cannot be longer, because every app would have to be passed on the way. */
const longestChain = 10;

const findNextApp = (row: AppRow): string | null =>
  row.orchestration === 'APP' ? ownSettings(row).answererId : null;

/** Throws when the chain of apps that begins with `row` comes back to the app `id`, or is too long. */
const checkChain = async (tx: TxCtx, row: AppRow, id: string | null): Promise<void> => {
  let next: string | null = row.id;
  for (let length = 0; next !== null; length += 1) {
    if (next === id || length === longestChain) fail('apps.answerer_circle');
    const held: AppRow | undefined = next === row.id ? row : await appRepository.hold(tx.db, next);
    next = held ? findNextApp(held) : null;
  }
};

/** APP: another app answers, from its own knowledge and with its own settings. */
export const appAnswerer: Answerer = {
  orchestration: 'APP',

  // Every app of the chain stays locked, so that two simultaneous changes cannot close a circle together.
  async check(tx, { id, answererId }) {
    if (answererId === null) return fail('apps.answerer_not_found');
    const row = await appRepository.hold(tx.db, answererId, visibleApps(tx));
    return checkChain(tx, row ?? fail('apps.answerer_not_found'), id);
  },

  async isReady(tx, { answererId }) {
    const row = answererId === null ? undefined : await appRepository.find(tx.db, answererId);
    if (!row) return false;
    if (row.state === 'READY') return true;
    const knowledgeBaseIds = await appRepository.knowledgeBaseIds(tx.db, row.id);
    const links = { id: row.id, knowledgeBaseIds, answererId: ownSettings(row).answererId };
    return answererFor(tx, row.orchestration).isReady(tx, links);
  },

  findNames: findEntityNames,

  async findAnswering(tx, row) {
    const { answererId } = ownSettings(row);
    const next = answererId === null ? undefined : await appRepository.find(tx.db, answererId);
    return next && answererFor(tx, next.orchestration).findAnswering(tx, next);
  },
};
