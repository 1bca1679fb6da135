import type { UserInfoField } from '@atelier/contracts/assistants/apps';
import { fail } from '../../../../kernel/base/errors.ts';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import type { Answering } from '../../apps/index.ts';
import { chatUserRepository } from '../chat-user-repository.ts';

/** Returns what an app asks its visitors before their first question (APP-17, APP-18). */
export const askedOfVisitors = ({ settings }: Answering.AppForChat): UserInfoField[] =>
  settings.collectUserInfo ? settings.userInfoFields : [];

/** Throws `chat.user_info_missing` for a visitor who has not said who they are to an app that asks for it. */
export const requireChatUser = async (
  tx: TxCtx,
  app: Answering.AppForChat,
  visitorHash: string | null,
): Promise<void> => {
  if (tx.actor.kind !== 'visitor' || askedOfVisitors(app).length === 0) return;
  const isKnown = visitorHash !== null && (await chatUserRepository.isKnown(tx.db, app.appId, visitorHash));
  if (!isKnown) fail('chat.user_info_missing');
};
