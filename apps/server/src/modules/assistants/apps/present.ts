import type { App } from '@atelier/contracts/assistants/apps';
import type { AnyCtx } from '../../../kernel/context/context.ts';
import { ownSettings } from './own-settings.ts';
import type { AppRow } from './tables.ts';

const canUpdateApp = (ctx: AnyCtx): boolean => ctx.may('apps:write');
const canRemoveApp = (ctx: AnyCtx): boolean => ctx.may('apps:write');

/** The parts of an app that its row does not contain. */
export interface AppExtras {
  knowledgeBases: App['knowledgeBases'];
  conversations: number;
  state: App['state'];
  answerer: App['answerer'];
}

/** Returns the address of a picture of an app, for everybody who may open the app. */
export const imageAddress = (appId: string, imageId: string | null): string | null =>
  imageId === null ? null : `/api/content/chatbot/${appId}/images/${imageId}`;

/** Returns the shared link (ROUTE-28). It is relative while the operator has not configured a public address. */
export const makeShareUrl = (publicUrl: string | undefined, row: Pick<AppRow, 'id' | 'tenantId'>): string =>
  `${publicUrl ?? ''}/chat/${row.id}?tenantId=${row.tenantId}`;

export const presentApp = (
  ctx: AnyCtx,
  row: AppRow,
  { knowledgeBases, conversations, state, answerer }: AppExtras,
): App => ({
  ...ownSettings(row),
  appId: row.id,
  tenantId: row.tenantId,
  name: row.name,
  access: row.access,
  orchestration: row.orchestration,
  state,
  active: row.active,
  knowledgeBaseIds: knowledgeBases.map((base) => base.knowledgeBaseId),
  knowledgeBases,
  answerer,
  shareUrl: makeShareUrl(ctx.services.config.server.publicUrl, row),
  botIcon: imageAddress(row.id, ownSettings(row).botIconId),
  botLogo: imageAddress(row.id, ownSettings(row).botLogoId),
  conversations,
  revision: row.version,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  abilities: { canUpdate: canUpdateApp(ctx), canRemove: canRemoveApp(ctx) },
});
