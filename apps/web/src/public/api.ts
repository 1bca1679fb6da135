import type { AttachedFile } from '@atelier/contracts/assistants/chat/attached-files';
import type { chat } from '@atelier/contracts/assistants/chat/chat';
import type { Chatbot } from '@atelier/contracts/assistants/chat/chatbot';
import type { FeedbackReason, feedback, Verdict } from '@atelier/contracts/assistants/chat/feedback';
import type { visitors } from '@atelier/contracts/assistants/chat/visitors';
import type { ReplyOf } from '@atelier/contracts/kernel/contract';
import { unwrap } from '../lib/server/api-error.ts';
import { readStream, streamFetch } from '../lib/server/event-stream.ts';
import { send } from '../lib/server/http.ts';
import { createCaller, type PlacesOf } from './model/call-by-place.ts';
import { chatUserId } from './model/chat-user.ts';
import type { ChatLink } from './model/link.ts';

type Endpoints = typeof chat.endpoints & typeof feedback.endpoints & typeof visitors.endpoints;

const places = {
  chatbot: { method: 'GET', path: '/api/content/chatbot/:id' },
  sessions: { method: 'GET', path: '/api/content/chat/sessions' },
  session: { method: 'GET', path: '/api/content/chat/sessions/:conversationId' },
  renameSession: { method: 'PUT', path: '/api/content/chat/sessions/:conversationId' },
  removeSession: { method: 'DELETE', path: '/api/content/chat/sessions/:conversationId' },
  stop: { method: 'POST', path: '/api/content/chat/stop' },
  likeDislike: { method: 'PUT', path: '/api/content/like-dislike-query' },
  saveChatUser: { method: 'POST', path: '/api/content/chat-user' },
  source: { method: 'GET', path: '/api/content/chat/source' },
} as const satisfies PlacesOf<Endpoints>;
const callChat = createCaller<Endpoints, keyof typeof places>(places);

const filePath = '/api/content/chat/source/file' satisfies Endpoints['sourceFile']['path'];
const resumePath = '/api/content/chat/answer' satisfies Endpoints['resume']['path'];
const queryPath = '/api/content/query' satisfies Endpoints['query']['path'];

type WholeSession = ReplyOf<Endpoints['session']>;
type Sessions = ReplyOf<Endpoints['sessions']>;
export type Session = Sessions['items'][number];
export type Source = ReplyOf<Endpoints['source']>;

const visitor = ({ appId, tenantId }: ChatLink) => ({ appId, tenantId, chatUserId: chatUserId() });

export const getChatbot = ({ appId, tenantId }: ChatLink): Promise<Chatbot> =>
  callChat('chatbot', { params: { id: appId }, query: { tenantId } });

export const listSessions = (link: ChatLink, search: string): Promise<Sessions> =>
  callChat('sessions', { query: { ...visitor(link), search, limit: 50 } });

export const renameSession = (link: ChatLink, conversationId: string, title: string): Promise<Session> =>
  callChat('renameSession', { params: { conversationId }, body: { ...visitor(link), title } });

export const removeSession = (link: ChatLink, conversationId: string): Promise<unknown> =>
  callChat('removeSession', { params: { conversationId }, query: visitor(link) });

interface Rating {
  queryId: string;
  verdict: Verdict;
  reason?: FeedbackReason;
  feedback?: string;
}

export const rateAnswer = (link: ChatLink, rating: Rating): Promise<unknown> =>
  callChat('likeDislike', { body: { ...visitor(link), ...rating } });

/** Reads a conversation: the branch with the newest question, or the one through a message. */
export const getSession = (link: ChatLink, conversationId: string, through?: string): Promise<WholeSession> =>
  callChat('session', { params: { conversationId }, query: { ...visitor(link), through } });

/** Says who the visitor is. */
export const saveChatUser = (link: ChatLink, info: { name: string; email: string }): Promise<unknown> =>
  callChat('saveChatUser', { body: { ...visitor(link), ...info } });

export const getSource = (
  link: ChatLink,
  citation: { queryId: string; index: number; markAt?: number | undefined },
): Promise<Source> => callChat('source', { query: { ...visitor(link), ...citation } });

const visitorQuery = (link: ChatLink, rest: Record<string, string>): URLSearchParams => {
  const { appId, tenantId, chatUserId: user } = visitor(link);
  return new URLSearchParams({ appId, chatUserId: user, ...(tenantId && { tenantId }), ...rest });
};

/** Returns the address of the file of a citation, from which a player reads the ranges that it needs. */
export const sourceFileAddress = (
  link: ChatLink,
  { queryId, index }: { queryId: string; index: number },
): string => `${filePath}?${visitorQuery(link, { queryId, index: String(index) })}`;

/** Reads the file of a citation, or a range of its bytes, both ends included. */
export const readSourceFile = async (
  link: ChatLink,
  citation: { queryId: string; index: number },
  range?: { start: number; end: number },
): Promise<Uint8Array> => {
  const headers: Record<string, string> = range ? { range: `bytes=${range.start}-${range.end}` } : {};
  const response = await send({ method: 'GET', path: sourceFileAddress(link, citation), headers });
  if (!response.ok) throw new Error('The source could not be opened.');
  return new Uint8Array(await response.arrayBuffer());
};

const attachPath = '/api/content/chat/file' satisfies Endpoints['attachFile']['path'];

/** Sends a file of the visitor, so that questions can be about it. Throws ApiError with what is wrong with the file. */
export const attachFile = async (link: ChatLink, file: File): Promise<AttachedFile> => {
  const form = new FormData();
  for (const [name, value] of visitorQuery(link, {})) form.append(name, value);
  form.append('file', file);
  const response = await send({ method: 'POST', path: attachPath, body: form });
  const result = unwrap(response.status, await response.text(), response.statusText);
  if ('error' in result) throw result.error;
  return result.data as AttachedFile;
};

export interface Question {
  query: string;
  conversationId?: string | undefined;
  retryOf?: string | undefined;
  after?: string | undefined;
  fileId?: string | undefined;
}

export const ask = (link: ChatLink, question: Question, signal: AbortSignal) =>
  streamFetch(queryPath, { ...visitor(link), ...question, stream: true }, signal);

/** Reads the rest of an answer whose stream was lost. With `rest`, waits for what a run adds to an answer that has ended for now. */
export const resume = (
  link: ChatLink,
  { queryId, text, citations, rest }: { queryId: string; text: number; citations: number; rest?: boolean },
  signal: AbortSignal,
) => {
  const read = { queryId, text: String(text), citations: String(citations) };
  const place = rest ? { ...read, rest: 'true' } : read;
  return readStream(`${resumePath}?${visitorQuery(link, place)}`, signal);
};

/** Ends an answer with what is written. */
export const stopAnswer = (link: ChatLink, queryId: string): Promise<unknown> =>
  callChat('stop', { body: { ...visitor(link), queryId } });
