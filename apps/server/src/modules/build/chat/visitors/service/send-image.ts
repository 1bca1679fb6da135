import { Readable } from 'node:stream';
import { fail } from '../../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../../kernel/context/context.ts';
import type { Anonymous, Exchange } from '../../../../../kernel/module/exchange.ts';
import type { AlreadyAnswered } from '../../../../../kernel/module/module.ts';
import { pictureHeaders } from '../../../../../kernel/module/picture.ts';
import { findAppImage, seesApp } from '../../../apps/index.ts';
import { openApp } from '../../service/open-app.ts';

/** Returns the context in which the caller may see the app: in the builder, or in the chat. */
const openForImage = async (anonymous: Anonymous, appId: string): Promise<Ctx> => {
  const { own } = anonymous;
  if (own?.may('apps:read') && (await seesApp(own, appId))) return own;
  return (await openApp(anonymous, { appId })).ctx;
};

/** Sends a picture of an app to everybody who may open the app. Throws `apps.image_not_found`. */
export const sendAppImage = async (
  anonymous: Anonymous,
  { id, imageId }: { id: string; imageId: string },
  exchange: Exchange,
): Promise<AlreadyAnswered> => {
  const ctx = await openForImage(anonymous, id);
  const { type, bytes } = (await findAppImage(ctx, id, imageId)) ?? fail('apps.image_not_found');
  return exchange.sendRaw({ type, headers: pictureHeaders, body: Readable.from([bytes]) });
};
