import type { TxCtx } from '../../../../kernel/context/context.ts';
import { visibleApps } from '../app-entity.ts';
import { appRepository } from '../repository.ts';

interface Chosen {
  /** Only the apps that answer from this knowledge base. */
  knowledgeBaseId?: string | undefined;
  /** Only the apps that this one answers, for example a flow. */
  answererId?: string | undefined;
}

/** Returns the names of the apps that the actor may see, by id. */
export const visibleAppNames = async (tx: TxCtx, chosen: Chosen = {}): Promise<Map<string, string>> => {
  const rows = await appRepository.listNames(tx.db, { visible: visibleApps(tx), ...chosen });
  return new Map(rows.map(({ id, name }) => [id, name]));
};
