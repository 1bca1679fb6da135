import type { OpenidProvider } from '@atelier/contracts/account/identity/openid';
import { newId } from '../../../../../kernel/base/ids.ts';
import type { Log } from '../../../../../kernel/log/log.ts';
import type { Anonymous } from '../../../../../kernel/module/exchange.ts';
import { detectPictureType } from '../../../../../kernel/module/picture.ts';
import type { Outbound } from '../../../../../kernel/outbound/outbound.ts';
import { pictureRepository } from '../../repository/picture-repository.ts';
import { userRepository } from '../../repository/user-repository.ts';
import type { ProviderAnswer } from '../client.ts';

const microsoftPicture = 'https://graph.microsoft.com/v1.0/me/photos/96x96/$value';
const maxBytes = 256 * 1024;
const timeoutMs = 4000;

export interface PictureSource {
  provider: OpenidProvider;
  answer: Pick<ProviderAnswer, 'picture' | 'accessTokenFor'>;
}

interface PictureParts {
  outbound: Outbound;
  log: Log;
}

/** Returns the request for the picture; undefined when the provider has none. */
const requestFor = ({ provider, answer }: PictureSource, log: Log) => {
  if (provider !== 'microsoft') return answer.picture === undefined ? undefined : { url: answer.picture };
  const token = answer.accessTokenFor('User.Read');
  if (token !== undefined) return { url: microsoftPicture, headers: { authorization: `Bearer ${token}` } };
  // AUTH-03: users whose directory does not grant the scope can sign in nevertheless.
  log.warn({ provider }, 'Access token not found.');
  return undefined;
};

/** Reads the picture of a user from the provider. Failures are only logged. */
export const readPicture = async ({ outbound, log }: PictureParts, source: PictureSource) => {
  const request = requestFor(source, log);
  if (!request) return undefined;
  try {
    const { url, ...options } = request;
    const response = await outbound.fetch(url, { ...options, maxBytes, timeoutMs });
    const bytes = Buffer.from(await response.arrayBuffer());
    const type = response.ok ? detectPictureType(bytes) : undefined;
    return type && { type, bytes };
  } catch (error) {
    log.warn({ err: error, provider: source.provider }, 'the picture of a new person was not read');
    return undefined;
  }
};

/** Gives a new user the picture that the provider has of them. */
export const keepPicture = async (
  ctx: Anonymous,
  source: PictureSource & { userId: string },
): Promise<void> => {
  const { outbound, log } = ctx.services;
  const picture = await readPicture({ outbound, log }, source);
  if (!picture) return;
  const id = newId('pic');
  const { userId } = source;
  await ctx.globally(async (db) => {
    await pictureRepository.put(db, { id, userId, ...picture });
    await userRepository.setPicture(db, userId, `/api/auth/pictures/${id}`);
  });
};
