import type { App } from '@atelier/contracts/build/apps';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import { knowledgeBaseNames } from '../../../content/bases/index.ts';
import { conversationCounts } from '../conversation-counts.ts';
import { presentApp } from '../present.ts';
import { appRepository } from '../repository.ts';
import type { AppRow } from '../tables.ts';

/** Converts rows to the shape of the contract, with three queries however many rows there are. */
export const completeApps = async (tx: TxCtx, rows: readonly AppRow[]): Promise<App[]> => {
  const ids = rows.map((row) => row.id);
  const links = await appRepository.knowledgeBaseIdsOf(tx.db, ids);
  const names = await knowledgeBaseNames.findVisible(tx, [
    ...new Set(links.map((link) => link.knowledgeBaseId)),
  ]);
  const counts = await conversationCounts(tx, ids);
  return rows.map((row) => {
    const own = links.filter((link) => link.appId === row.id);
    const knowledgeBases = own.flatMap(({ knowledgeBaseId }) => {
      const name = names.get(knowledgeBaseId);
      return name === undefined ? [] : [{ knowledgeBaseId, name }];
    });
    return presentApp(tx, row, { knowledgeBases, conversations: counts.get(row.id) ?? 0 });
  });
};

export const completeApp = async (tx: TxCtx, row: AppRow): Promise<App> => {
  const [app] = await completeApps(tx, [row]);
  if (!app) throw new Error('a row that exists was not presented');
  return app;
};
