import type { UserInfoField } from '@atelier/contracts/assistants/apps/app-settings';
import type { visitors } from '@atelier/contracts/assistants/chat/visitors';
import type { RequestOf } from '@atelier/contracts/kernel/contract';
import { AppError } from '../../../../../kernel/base/errors.ts';
import type { Anonymous } from '../../../../../kernel/module/exchange.ts';
import { hashToken } from '../../../../../kernel/secrets/secrets.ts';
import { chatUserRepository } from '../../chat-user-repository.ts';
import { askedOfVisitors, openApp } from '../../service/open-app.ts';

type Body = RequestOf<(typeof visitors.endpoints)['saveChatUser']>['body'];

const missing: Record<UserInfoField, string> = {
  NAME: 'Please enter your name',
  EMAIL: 'Please enter your email',
};

/** Stores what a visitor says about themselves. Fields that the app does not ask for are not stored. Throws `chat.user_info_incomplete`. */
export const saveChatUser = async (anonymous: Anonymous, body: Body): Promise<void> => {
  const { ctx, app } = await openApp(anonymous, body);
  const asked = new Set(askedOfVisitors(app));
  const given = { NAME: asked.has('NAME') ? body.name : '', EMAIL: asked.has('EMAIL') ? body.email : '' };
  const field = [...asked].find((each) => given[each] === '');
  if (field) throw new AppError('chat.user_info_incomplete', { field }, { message: missing[field] });
  if (asked.size === 0) return;
  const visitorHash = hashToken(body.chatUserId);
  await ctx.tx(({ db }) =>
    chatUserRepository.put(db, { appId: app.appId, visitorHash, name: given.NAME, email: given.EMAIL }),
  );
};
