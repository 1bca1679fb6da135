import type { App } from '@atelier/contracts';
import type { TxCtx } from '../../kernel/context.ts';
import { namesOfKnowledgeBases } from '../knowledge/index.ts';
import { conversationCounts } from './conversation-counts.ts';
import { canRemoveApp, canUpdateApp } from './policy.ts';
import { appRepository } from './repository.ts';
import type { AppRow } from './tables.ts';

/** The shared link (ROUTE-28). Relative while the operator has not said under which address people come. */
export const shareUrlOf = (publicUrl: string | undefined, row: Pick<AppRow, 'id' | 'tenantId'>): string =>
  `${publicUrl ?? ''}/chat/${row.id}?tenantId=${row.tenantId}`;

const presentOne = (
  tx: TxCtx,
  row: AppRow,
  knowledgeBases: App['knowledgeBases'],
  conversations: number,
): App => ({
  ...row.settings,
  appId: row.id,
  tenantId: row.tenantId,
  name: row.name,
  access: row.access,
  orchestration: row.orchestration,
  state: row.state,
  active: row.active,
  knowledgeBaseIds: knowledgeBases.map((base) => base.knowledgeBaseId),
  knowledgeBases,
  shareUrl: shareUrlOf(tx.services.config.server.publicUrl, row),
  conversations,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  abilities: { canUpdate: canUpdateApp(tx), canRemove: canRemoveApp(tx) },
});

/** Rows as the contract shows them, with three queries however many they are. */
export const presentApps = async (tx: TxCtx, rows: readonly AppRow[]): Promise<App[]> => {
  const ids = rows.map((row) => row.id);
  const links = await appRepository.knowledgeBaseIdsOf(tx.db, ids);
  const names = await namesOfKnowledgeBases(tx, [...new Set(links.map((link) => link.knowledgeBaseId))]);
  const counts = await conversationCounts(tx, ids);
  return rows.map((row) => {
    const own = links.filter((link) => link.appId === row.id);
    const knowledgeBases = own.map(({ knowledgeBaseId }) => ({
      knowledgeBaseId,
      name: names.get(knowledgeBaseId) ?? '',
    }));
    return presentOne(tx, row, knowledgeBases, counts.get(row.id) ?? 0);
  });
};

export const presentApp = async (tx: TxCtx, row: AppRow): Promise<App> => {
  const [app] = await presentApps(tx, [row]);
  if (!app) throw new Error('a row that exists was not presented');
  return app;
};
