import { appVersion } from '@atelier/contracts/kernel/constants';
import type { RequestOf } from '@atelier/contracts/kernel/contract';
import type {
  SupportConversation,
  SupportMessage,
  support,
} from '@atelier/contracts/operate/support/support';
import { fail } from '../../../../kernel/base/errors.ts';
import { newId } from '../../../../kernel/base/ids.ts';
import type { AnyCtx, TxCtx } from '../../../../kernel/context/context.ts';
import { presentMessage } from '../present.ts';
import { askRepository, inboxRepository, messageRepository } from '../repository.ts';
import { supportMailJob } from './send-mail.ts';

type Question = RequestOf<(typeof support.endpoints)['ask']>['body'];

const getUser = ({ actor }: TxCtx) =>
  'userId' in actor ? { userId: actor.userId, name: actor.name } : fail('auth.unauthenticated');

/** Returns the questions that the actor has asked support in this tenant, and the answers. */
export const readOwnConversation = (ctx: AnyCtx): Promise<SupportConversation> =>
  ctx.tx(async (tx) => {
    const entry = await inboxRepository.findEntry(tx.db, tx.tenantId, getUser(tx).userId);
    if (!entry) return { state: null, messages: [] };
    const messages = await messageRepository.list(tx.db, entry.id);
    return { state: entry.state, messages: messages.map(presentMessage) };
  });

const mostAsks = { lately: 10, today: 50 };

/**
 * Limits questions, so that nobody floods the address of support. A refused question is not counted, because its transaction is rolled
 * back.
 */
const countAsk = async ({ db }: TxCtx, userId: string): Promise<void> => {
  const { lately, today } = await askRepository.count(db, userId);
  if (lately > mostAsks.lately || today > mostAsks.today) fail('support.asked_often');
};

/**
 * Stores a question and orders its mail to support, if there is an address for it. `origin` is that of the link in the mail. Throws
 * `support.asked_often`.
 */
export const askSupport = (ctx: AnyCtx, question: Question, origin: string): Promise<SupportMessage> =>
  ctx.tx(async (tx) => {
    const { userId, name } = getUser(tx);
    await countAsk(tx, userId);
    const questionId = await inboxRepository.open(tx.db, { id: newId('sup'), tenantId: tx.tenantId, userId });
    const { text, screen, sessionId } = question;
    const message = await messageRepository.insert(tx.db, {
      id: newId('msg'),
      questionId,
      author: 'USER',
      authorName: name,
      text,
      screen,
      sessionId,
      appVersion,
    });
    await tx.enqueue(supportMailJob, { messageId: message.id, origin });
    await tx.audit('support.asked', questionId, { screen });
    return presentMessage(message);
  });
