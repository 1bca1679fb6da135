import type { TxCtx } from '../../../../kernel/context/context.ts';
import { appRepository } from '../repository.ts';
import { visibleApps } from '../visible-apps.ts';

/** Returns the names of the apps that the actor may see, by id; with a knowledge base, only of those that answer from it. */
export const visibleAppNames = async (tx: TxCtx, knowledgeBaseId?: string): Promise<Map<string, string>> => {
  const rows = await appRepository.listNames(tx.db, { visible: visibleApps(tx), knowledgeBaseId });
  return new Map(rows.map(({ id, name }) => [id, name]));
};
