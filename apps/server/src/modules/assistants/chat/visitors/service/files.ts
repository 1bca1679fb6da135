import { Readable } from 'node:stream';
import type { AttachedFile } from '@atelier/contracts/assistants/chat/attached-files';
import { fail } from '../../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../../kernel/context/context.ts';
import type { Anonymous, Exchange } from '../../../../../kernel/module/exchange.ts';
import type { AlreadyAnswered } from '../../../../../kernel/module/module.ts';
import type { Part } from '../../../../../kernel/module/part.ts';
import { pictureHeaders } from '../../../../../kernel/module/picture.ts';
import { appImages } from '../../../apps/index.ts';
import { keepFile, takesFiles } from '../../attached/file-access.ts';
import { limitVisitor } from '../../service/ask-app.ts';
import { openApp, requireChatUser, requireOwner } from '../../service/open-app.ts';

interface ImageOfApp {
  id: string;
  imageId: string;
}

/** Returns a context of the app's tenant when the picture is the logo, which everybody sees who has the link of the app. */
const openForLogo = async (anonymous: Anonymous, { id, imageId }: ImageOfApp): Promise<Ctx | undefined> => {
  const owner = await anonymous.findOwnerTenant(id);
  const ctx = owner && anonymous.forTenant(owner, { kind: 'system', name: 'apps.logo' });
  return ctx && (await appImages.isLogo(ctx, id, imageId)) ? ctx : undefined;
};

/** Returns the context in which the caller may see the picture: in the builder, at the sign-in, or in the chat. */
const openForImage = async (anonymous: Anonymous, image: ImageOfApp): Promise<Ctx> => {
  const { own } = anonymous;
  if (own?.may('apps:read') && (await appImages.seesApp(own, image.id))) return own;
  return (await openForLogo(anonymous, image)) ?? (await openApp(anonymous, { appId: image.id })).ctx;
};

/** Sends a picture of an app to everybody who may open the app, and its logo to whoever has its link. Throws `apps.image_not_found`. */
export const sendAppImage = async (
  anonymous: Anonymous,
  image: ImageOfApp,
  exchange: Exchange,
): Promise<AlreadyAnswered> => {
  const ctx = await openForImage(anonymous, image);
  const { type, bytes } =
    (await appImages.find(ctx, image.id, image.imageId)) ?? fail('apps.image_not_found');
  return exchange.sendRaw({ type, headers: pictureHeaders, body: Readable.from([bytes]) });
};

interface Sender {
  appId?: string;
  tenantId?: string;
  chatUserId?: string;
}

/** Opens the app for a file, which counts as a question. */
const openFor = async (anonymous: Anonymous, { appId, ...sender }: Sender, address: string) => {
  const link = { appId: appId ?? fail('chat.file_missing'), tenantId: sender.tenantId };
  const { ctx, app } = await openApp(anonymous, link);
  if (!takesFiles(app)) return fail('chat.files_off');
  const owner = requireOwner(ctx, sender.chatUserId);
  await ctx.tx((tx) => requireChatUser(tx, app, owner.visitorHash));
  limitVisitor(ctx, app, { address, chatUserId: sender.chatUserId });
  return { ctx, appId: app.appId, owner };
};

const isOfSender = (name: string): name is keyof Sender => ['appId', 'tenantId', 'chatUserId'].includes(name);

/**
 * Takes the one file of a form, and keeps its text for the conversation of its sender. Throws `chat.files_off`, `chat.file_missing`,
 * `chat.file_too_large`, `chat.file_unreadable`, and what opening the app throws.
 */
export const attachFile = async (
  anonymous: Anonymous,
  { parts, signal, address }: Pick<Exchange, 'signal' | 'address'> & { parts: AsyncIterable<Part> },
): Promise<AttachedFile> => {
  const sender: Sender = {};
  for await (const part of parts) {
    if (part.kind === 'field') {
      if (isOfSender(part.name)) sender[part.name] = part.value.slice(0, 100);
      continue;
    }
    const { ctx, appId, owner } = await openFor(anonymous, sender, address);
    return keepFile(ctx, { name: part.filename, bytes: part.stream }, { appId, owner, signal });
  }
  return fail('chat.file_missing');
};
