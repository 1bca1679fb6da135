import type { App } from '@atelier/contracts/build/apps';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import { knowledgeBaseNames } from '../../../content/bases/index.ts';
import { conversationCounts } from '../conversation-counts.ts';
import { ownSettings } from '../own-settings.ts';
import { presentApp } from '../present.ts';
import { appRepository } from '../repository.ts';
import type { AppRow } from '../tables.ts';
import { visibleApps } from '../visible-apps.ts';
import { stateOf } from './check-settings.ts';

const answererIdOf = (row: AppRow): string | null =>
  row.orchestration === 'APP' ? ownSettings(row).answererId : null;

/** Returns the names of the apps that answer these, as far as the actor may see them. */
const findAnswerers = async (tx: TxCtx, rows: readonly AppRow[]): Promise<Map<string, string>> => {
  const ids = rows.map(answererIdOf).filter((id) => id !== null);
  const found = await appRepository.listByIds(tx.db, [...new Set(ids)], visibleApps(tx));
  return new Map(found.map(({ id, name }) => [id, name]));
};

/** Returns the present state of an app; one that nobody has opened since it became ready is stored as PROCESSING. */
const shownState = async (tx: TxCtx, row: AppRow, knowledgeBaseIds: string[]): Promise<App['state']> =>
  row.state === 'READY'
    ? 'READY'
    : stateOf(tx, row.id, {
        orchestration: row.orchestration,
        knowledgeBaseIds,
        answererId: ownSettings(row).answererId,
      });

/** Converts rows to the shape of the contract, with four queries for rows that are ready, however many there are. */
export const completeApps = async (tx: TxCtx, rows: readonly AppRow[]): Promise<App[]> => {
  const ids = rows.map((row) => row.id);
  const links = await appRepository.knowledgeBaseIdsOf(tx.db, ids);
  const names = await knowledgeBaseNames.findVisible(tx, [
    ...new Set(links.map((link) => link.knowledgeBaseId)),
  ]);
  const counts = await conversationCounts(tx, ids);
  const answerers = await findAnswerers(tx, rows);
  const complete = async (row: AppRow): Promise<App> => {
    const own = links.filter((link) => link.appId === row.id);
    const knowledgeBases = own.flatMap(({ knowledgeBaseId }) => {
      const name = names.get(knowledgeBaseId);
      return name === undefined ? [] : [{ knowledgeBaseId, name }];
    });
    const answererId = answererIdOf(row);
    const answererName = answererId === null ? undefined : answerers.get(answererId);
    return presentApp(tx, row, {
      knowledgeBases,
      conversations: counts.get(row.id) ?? 0,
      state: await shownState(
        tx,
        row,
        own.map(({ knowledgeBaseId }) => knowledgeBaseId),
      ),
      answerer:
        answererId === null || answererName === undefined ? null : { appId: answererId, name: answererName },
    });
  };
  return Promise.all(rows.map(complete));
};

export const completeApp = async (tx: TxCtx, row: AppRow): Promise<App> => {
  const [app] = await completeApps(tx, [row]);
  if (!app) throw new Error('a row that exists was not presented');
  return app;
};
