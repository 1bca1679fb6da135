import { Readable } from 'node:stream';
import { maxPictureBytes } from '@atelier/contracts/account/identity/account';
import { fail } from '../../../../kernel/base/errors.ts';
import { newId } from '../../../../kernel/base/ids.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import type { Exchange } from '../../../../kernel/module/exchange.ts';
import type { AlreadyAnswered } from '../../../../kernel/module/module.ts';
import { pictureHeaders, readPicture } from '../../../../kernel/module/picture.ts';
import { pictureRepository } from '../repository/picture-repository.ts';
import { userRepository } from '../repository/user-repository.ts';
import { getSessionUserId } from './checks/get-session-user-id.ts';

/** Accepts a picture by its content. A new picture gets a new URL, so that no cache serves the old one. */
export const setPicture = async (ctx: Ctx, parts: ReturnType<Exchange['parts']>): Promise<string> => {
  const userId = getSessionUserId(ctx);
  const picture = (await readPicture(parts, maxPictureBytes)) ?? fail('account.picture_refused');
  const id = newId('pic');
  const address = `/api/auth/pictures/${id}`;
  await ctx.tx(async (tx) => {
    await pictureRepository.put(tx.db, { id, userId, ...picture });
    await userRepository.setPicture(tx.db, userId, address);
    await tx.audit('identity.picture_set', userId);
  });
  return address;
};

export const removePicture = (ctx: Ctx): Promise<void> =>
  ctx.tx(async (tx) => {
    const userId = getSessionUserId(ctx);
    await pictureRepository.delete(tx.db, userId);
    await userRepository.setPicture(tx.db, userId, null);
    await tx.audit('identity.picture_removed', userId);
  });

/** Sends a picture with its detected type. */
export const sendPicture = async (ctx: Ctx, id: string, exchange: Exchange): Promise<AlreadyAnswered> => {
  const found = await ctx.tx(({ db, tenantId }) => pictureRepository.findInTenant(db, id, tenantId));
  const { type, bytes } = found ?? fail('account.picture_not_found');
  return exchange.sendRaw({
    type,
    headers: pictureHeaders,
    body: Readable.from([bytes]),
  });
};
