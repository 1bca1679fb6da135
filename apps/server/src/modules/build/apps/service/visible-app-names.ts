import type { TxCtx } from '../../../../kernel/context/context.ts';
import { appRepository } from '../repository.ts';
import { visibleApps } from '../visible-apps.ts';

/** Names of the apps that whoever acts may see, by id; with a knowledge base those alone that answer from it. */
export const visibleAppNames = async (tx: TxCtx, knowledgeBaseId?: string): Promise<Map<string, string>> => {
  const rows = await appRepository.listNames(tx.db, { visible: visibleApps(tx), knowledgeBaseId });
  return new Map(rows.map(({ id, name }) => [id, name]));
};
