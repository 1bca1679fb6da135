import { fail } from '../../../../kernel/base/errors.ts';
import type { Actor, Ctx } from '../../../../kernel/context/context.ts';
import type { Anonymous } from '../../../../kernel/module/exchange.ts';
import { type AppForChat, findAppForChat } from '../../apps/index.ts';

export interface OpenedApp {
  ctx: Ctx;
  app: AppForChat;
}

interface Link {
  appId: string;
  tenantId?: string | undefined;
}

/**
 * Opens the app of a public link, in the tenant that owns it, whatever the caller claims. Throws `chat.app_not_found` for a deleted or
 * deactivated app, `auth.tenant_mismatch`, and `chat.private_app` for callers who may not use a private one.
 */
export const openApp = async (anonymous: Anonymous, link: Link): Promise<OpenedApp> => {
  const tenantId = (await anonymous.tenantOf(link.appId)) ?? fail('chat.app_not_found');
  if (link.tenantId !== undefined && link.tenantId !== tenantId) fail('auth.tenant_mismatch');
  const own = anonymous.own?.tenantId === tenantId ? anonymous.own : null;
  const visitor: Actor = { kind: 'visitor', visitorId: null };
  const ctx = own ?? anonymous.forTenant(tenantId, visitor);
  const app = (await ctx.tx((tx) => findAppForChat(tx, link.appId))) ?? fail('chat.app_not_found');
  if (app.access === 'PRIVATE' && !own?.may('chat:use')) fail('chat.private_app');
  return { ctx, app };
};
