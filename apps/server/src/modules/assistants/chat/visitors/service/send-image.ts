import { Readable } from 'node:stream';
import { fail } from '../../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../../kernel/context/context.ts';
import type { Anonymous, Exchange } from '../../../../../kernel/module/exchange.ts';
import type { AlreadyAnswered } from '../../../../../kernel/module/module.ts';
import { pictureHeaders } from '../../../../../kernel/module/picture.ts';
import { appImages } from '../../../apps/index.ts';
import { openApp } from '../../service/open-app.ts';

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
