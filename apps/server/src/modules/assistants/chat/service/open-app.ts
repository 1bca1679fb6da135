import type { UserInfoField } from '@atelier/contracts/assistants/apps/app-settings';
import { LRUCache } from 'lru-cache';
import { fail } from '../../../../kernel/base/errors.ts';
import type { Actor } from '../../../../kernel/context/actor.ts';
import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { isOpenObject } from '../../../../kernel/http/public-objects.ts';
import type { Anonymous } from '../../../../kernel/module/exchange.ts';
import { appUserActor } from '../../../../kernel/module/principal.ts';
import { hashToken } from '../../../../kernel/secrets/secrets.ts';
import { defineService } from '../../../../kernel/services/services.ts';
import { hasAppAccess } from '../../../account/app-users/index.ts';
import type { AppForChat } from '../../apps/declarations.ts';
import { findAppForChat } from '../../apps/index.ts';
import { chatUserRepository } from '../chat-user-repository.ts';
import { chatRepository } from '../repository.ts';
import type { ConversationRow } from '../tables.ts';

/** Returns what an app asks its visitors before their first question (APP-17, APP-18). */
export const askedOfVisitors = ({ settings }: AppForChat): UserInfoField[] =>
  settings.collectUserInfo ? settings.userInfoFields : [];

/** Throws `chat.user_info_missing` for a visitor who has not said who they are to an app that asks for it. */
export const requireChatUser = async (
  tx: TxCtx,
  app: AppForChat,
  visitorHash: string | null,
): Promise<void> => {
  if (tx.actor.kind !== 'visitor' || askedOfVisitors(app).length === 0) return;
  const isKnown = visitorHash !== null && (await chatUserRepository.isKnown(tx.db, app.appId, visitorHash));
  if (!isKnown) fail('chat.user_info_missing');
};

export interface OpenedApp {
  ctx: Ctx;
  app: AppForChat;
}

interface Link {
  appId: string;
  tenantId?: string | undefined;
}

/** The tenant of a link with the caller in it, before the app is read. */
export interface FoundLink {
  ctx: Ctx;
  appId: string;
  /** True for members of the tenant who may chat with its private apps. */
  isMember: boolean;
}

/** The tenants of links. An app stays in its tenant, so this is never out of date; whether the link is open is read each time. */
const tenantsOfLinks = defineService({
  name: 'chat.tenants-of-links',
  create: () => new LRUCache<string, string>({ max: 10_000 }),
});

const findTenant = async (anonymous: Anonymous, appId: string): Promise<string> => {
  const known = anonymous.use(tenantsOfLinks);
  const tenantId = known.get(appId) ?? (await anonymous.findOwnerTenant(appId)) ?? fail('chat.app_not_found');
  known.set(appId, tenantId);
  return tenantId;
};

/** Returns the actor of a caller who is no member: an app user of this tenant, or a visitor. */
const findOutsider = async (anonymous: Anonymous, tenantId: string): Promise<Actor> => {
  const appUser = await anonymous.appUser();
  return appUser?.tenantId === tenantId ? appUserActor(appUser) : { kind: 'visitor', visitorId: null };
};

/**
 * Finds the tenant that owns the app of a public link, regardless of the caller's claims. Throws `chat.app_not_found` and
 * `auth.tenant_mismatch`.
 */
export const findLink = async (anonymous: Anonymous, link: Link): Promise<FoundLink> => {
  const tenantId = await findTenant(anonymous, link.appId);
  if (link.tenantId !== undefined && link.tenantId !== tenantId) fail('auth.tenant_mismatch');
  const own = anonymous.own?.tenantId === tenantId ? anonymous.own : null;
  return {
    ctx: own ?? anonymous.forTenant(tenantId, await findOutsider(anonymous, tenantId)),
    appId: link.appId,
    isMember: own?.may('chat:use') ?? false,
  };
};

/** Reads the app of a link. Throws `chat.app_not_found` for a deleted or deactivated app, and `chat.private_app`. */
export const readLinkedApp = async (tx: TxCtx, { appId, isMember }: FoundLink): Promise<AppForChat> => {
  const [isOpen, app, isInvited] = await Promise.all([
    isOpenObject(tx, appId),
    findAppForChat(tx, appId),
    hasAppAccess(tx, appId),
  ]);
  if (!isOpen || !app) return fail('chat.app_not_found');
  if (app.access === 'PRIVATE' && !isMember && !isInvited) fail('chat.private_app');
  return app;
};

/**
 * Opens the app of a public link, in the tenant that owns it. Throws what `findLink` throws, `chat.app_not_found` for a deleted or
 * deactivated app, and `chat.private_app` for callers who may not use a private one.
 */
export const openApp = async (anonymous: Anonymous, link: Link): Promise<OpenedApp> => {
  const found = await findLink(anonymous, link);
  return { ctx: found.ctx, app: await found.ctx.tx((tx) => readLinkedApp(tx, found)) };
};

/** The owner of a conversation: the app user, else the browser that knows its chat user id, else the signed-in user or key. */
export interface Owner {
  visitorHash: string | null;
  userId: string | null;
}

export const toOwner = ({ actor }: Ctx, chatUserId: string | undefined): Owner => {
  // The conversations of an app user belong to the person, on every device.
  if (actor.kind === 'app-user') return { visitorHash: null, userId: actor.appUserId };
  return {
    visitorHash: chatUserId ? hashToken(chatUserId) : null,
    userId: 'userId' in actor ? actor.userId : null,
  };
};

/** Returns the reader of conversations. Throws `chat.reader_unknown` when nothing distinguishes them from other visitors. */
export const requireOwner = (ctx: Ctx, chatUserId: string | undefined): Owner => {
  const owner = toOwner(ctx, chatUserId);
  return owner.visitorHash === null && owner.userId === null ? fail('chat.reader_unknown') : owner;
};

/** Returns the conversation to its owner. Throws `chat.conversation_not_found` for everybody else. */
export const getOwnConversation = async (
  tx: TxCtx,
  place: { appId: string; conversationId: string },
  owner: Owner,
): Promise<ConversationRow> => {
  const row = await chatRepository.findConversation(tx.db, place.conversationId, owner);
  return row?.appId === place.appId ? row : fail('chat.conversation_not_found');
};
