import { getSession, listSessions, type Question } from '../api.ts';
import type { ChatLink } from '../model/link.ts';
import type { Begun } from './follow-answer.ts';

/** A question that may have begun a conversation is looked for among those of this time. Two clocks may differ. */
const nearby = 120_000;

const findNewConversation = async (
  link: ChatLink,
  { query, askedAt }: { query: string; askedAt: number },
): Promise<string | undefined> => {
  const { items } = await listSessions(link, '');
  const title = query.replace(/\s+/g, ' ').slice(0, 80);
  const [newest] = items;
  const isNear =
    newest !== undefined &&
    Math.abs(Date.parse(newest.updatedAt) - askedAt) < nearby &&
    newest.messageCount === 1;
  return isNear && newest.title === title ? newest.conversationId : undefined;
};

/**
 * Looks on the server for a question whose connection was lost before its first event, so that it is not asked, and paid for, a second time.
 * Returns undefined when it is not there.
 */
export const findBegun = async (
  link: ChatLink,
  { askedAt, ...question }: Question & { askedAt: number },
): Promise<Begun | undefined> => {
  const { query, after, retryOf } = question;
  const conversationId = question.conversationId ?? (await findNewConversation(link, { query, askedAt }));
  if (conversationId === undefined) return undefined;
  const newest = (await getSession(link, conversationId)).messages.at(-1);
  if (newest === undefined || newest.question !== query.trim()) return undefined;
  const { queryId } = newest;
  return queryId === after || queryId === retryOf ? undefined : { queryId, conversationId };
};
