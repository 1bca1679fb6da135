import { appVersion } from '@atelier/contracts/kernel/constants';
import type { RequestOf } from '@atelier/contracts/kernel/contract';
import type {
  SupportConversation,
  SupportMessage,
  SupportQuestion,
  support,
} from '@atelier/contracts/operate/support/support';
import { fail } from '../../../../kernel/base/errors.ts';
import { newId } from '../../../../kernel/base/ids.ts';
import type { AnyCtx, Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { askRepository, type InboxEntry, inboxRepository, messageRepository } from '../repository.ts';
import type { MessageRow } from '../tables.ts';
import { supportMailJob } from './send-mail.ts';

const shownBeginning = 200;

const presentMessage = (row: MessageRow): SupportMessage => ({
  messageId: row.id,
  author: row.author,
  authorName: row.authorName,
  text: row.text,
  createdAt: row.createdAt.toISOString(),
});

const presentForStaff = (row: MessageRow) => ({
  ...presentMessage(row),
  screen: row.screen,
  appVersion: row.appVersion,
  sessionId: row.sessionId,
});

const presentQuestion = (row: InboxEntry, last: MessageRow | undefined): SupportQuestion => ({
  questionId: row.id,
  state: row.state,
  companyName: row.companyName,
  user: { name: row.name, email: row.email },
  lastText: (last?.text ?? '').slice(0, shownBeginning),
  updatedAt: row.updatedAt.toISOString(),
});

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

type ListQuery = RequestOf<(typeof support.endpoints)['listQuestions']>['query'];

/** Returns the context of support in the asker's tenant, where support is not a member. */
const toTenantContext = (ctx: Ctx, { tenantId }: InboxEntry): Ctx =>
  ctx.inTenant(tenantId, { kind: 'system', name: 'support' });

const getInboxEntry = (ctx: Ctx, id: string): Promise<InboxEntry> =>
  ctx.tx(async ({ db }) => (await inboxRepository.find(db, id)) ?? fail('support.question_not_found'));

/**
 * Lists the questions of all tenants, latest first. Each is read in a transaction of its own, because the row policies show one tenant at a
 * time.
 */
export const listQuestions = async (ctx: Ctx, query: ListQuery) => {
  const order = { ...query, sort: 'updatedAt', order: 'desc' } as const;
  const { rows, nextCursor, total } = await ctx.tx(({ db }) => inboxRepository.list(db, query, order));
  const items = [];
  for (const row of rows) {
    const last = await toTenantContext(ctx, row).tx(({ db }) => messageRepository.last(db, row.id));
    items.push(presentQuestion(row, last));
  }
  return { items, nextCursor, total };
};

/** Throws `support.question_not_found`. */
export const getQuestion = async (ctx: Ctx, id: string) => {
  const entry = await getInboxEntry(ctx, id);
  const messages = await toTenantContext(ctx, entry).tx(({ db }) => messageRepository.list(db, id));
  return { ...presentQuestion(entry, messages.at(-1)), messages: messages.map(presentForStaff) };
};

interface Answer {
  questionId: string;
  text: string;
  /** The origin of the link in the mail. */
  origin: string;
}

/** Answers a question. The user sees the answer in the product and gets a mail. Throws `support.question_not_found`. */
export const answerQuestion = async (
  ctx: Ctx,
  { questionId, text, origin }: Answer,
): Promise<SupportMessage> => {
  const entry = await getInboxEntry(ctx, questionId);
  const authorName = 'name' in ctx.actor ? ctx.actor.name : 'Support';
  return toTenantContext(ctx, entry).tx(async (tx) => {
    const message = await messageRepository.insert(tx.db, {
      id: newId('msg'),
      questionId,
      author: 'STAFF',
      authorName,
      text,
      screen: null,
      appVersion: null,
      sessionId: null,
    });
    await inboxRepository.answered(tx.db, questionId);
    await tx.enqueue(supportMailJob, { messageId: message.id, origin });
    await tx.audit('support.answered', questionId, { by: authorName });
    return presentMessage(message);
  });
};
