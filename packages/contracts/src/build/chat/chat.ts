import { z } from 'zod';
import { DocumentSection } from '../../content/bases/import-shapes.ts';
import { defineContract } from '../../kernel/contract.ts';
import { lookupId, pageOf, pageQuery, requiredText, Timestamp, tenantQuery } from '../../kernel/shapes.ts';
import { App } from '../apps.ts';

/** What the public chat page may know of an app: nothing that a visitor could misuse. */
export const Chatbot = App.pick({
  appId: true,
  name: true,
  botName: true,
  welcomeMessage: true,
  sampleQuestions: true,
  themeName: true,
}).extend({
  /** True while the answers come from the embedded extractive model, which the page says. */
  extractive: z.boolean(),
});
export type Chatbot = z.infer<typeof Chatbot>;

export const Citation = z.object({
  /** The number in the text, from 1. */
  index: z.number().int(),
  chunkId: z.string(),
  knowledgeBaseImportId: z.string(),
  documentName: z.string(),
  page: z.number().int().optional(),
  /** Of a recording. */
  second: z.number().int().optional(),
  heading: z.string().optional(),
  quote: z.string(),
  /** Span of the quote in the document's text. */
  start: z.number().int(),
  end: z.number().int(),
  /** What is cited was written by hand, so it may differ from what was imported. */
  edited: z.boolean().default(false),
});
export type Citation = z.infer<typeof Citation>;

/**
 * What a reply is: an answer; the chunks that come closest to a question without a clear answer, which its citations name; or
 * neither.
 */
export const AnswerKind = z.enum(['ANSWER', 'CLOSEST_CHUNKS', 'NONE']);
export type AnswerKind = z.infer<typeof AnswerKind>;

const replyForm = {
  answerKind: AnswerKind,
  /** Other questions that may find more, where there is no answer. */
  wordings: z.array(z.string()),
};

/** As what a source is shown: pages, rendered Markdown, tables, code, or text with the tables that stand in it. */
export const SourceForm = z.enum(['PDF', 'MARKDOWN', 'TABLE', 'CODE', 'TEXT']);
export type SourceForm = z.infer<typeof SourceForm>;

export const Usage = z.object({
  inputTokens: z.number().int(),
  outputTokens: z.number().int(),
  credits: z.number(),
});

export const Query = z.object({
  appId: lookupId,
  query: requiredText(8000, 'Please enter a question'),
  conversationId: z.string().max(100).optional(),
  chatUserId: z.string().max(100).optional(),
  stream: z.boolean().default(false),
  /** Answers the last question of the conversation again. */
  retryOf: z.string().max(100).optional(),
  ...tenantQuery,
});

export const Answer = z.object({
  queryId: z.string(),
  conversationId: z.string(),
  answer: z.string(),
  ...replyForm,
  citations: z.array(Citation),
  usage: Usage,
});

export const MessageStatus = z.enum(['STREAMING', 'COMPLETED', 'STOPPED', 'FAILED']);
export const Message = z.object({
  queryId: z.string(),
  question: z.string(),
  answer: z.string(),
  ...replyForm,
  status: MessageStatus,
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  citations: z.array(Citation),
  createdAt: Timestamp,
});
export type Message = z.infer<typeof Message>;

export const ChatSession = z.object({
  conversationId: z.string(),
  title: z.string(),
  updatedAt: Timestamp,
  messageCount: z.number().int(),
});

/**
 * A visitor proves that a conversation is theirs by the unguessable `CHAT_USER_ID` of their browser. A program without one reads what
 * was asked with its API key, a person what they asked signed in.
 */
const reader = z.object({
  appId: lookupId,
  chatUserId: z.string().min(16).max(100).optional(),
  ...tenantQuery,
});

const citedPlace = reader.extend({ queryId: lookupId, index: z.coerce.number().int().min(1) });

export const chat = defineContract({
  name: 'chat',
  errors: {
    'chat.app_not_found': {
      kind: 'not_found',
      message:
        'The link to this app appears to be deleted or deactivated. Please contact your product Admin.',
    },
    'chat.private_app': {
      kind: 'forbidden',
      message: 'This app is private. Please sign in with an invited account.',
    },
    'chat.conversation_not_found': {
      kind: 'not_found',
      message: 'This conversation does not exist any more. Please start a new one.',
    },
    'chat.visitor_limit': {
      kind: 'limit',
      message: 'You have asked many questions. Please wait a little, then ask again.',
    },
    'chat.reader_unknown': {
      kind: 'invalid',
      message: 'Please send the chatUserId with which was asked, or the API key.',
    },
    'chat.source_not_found': {
      kind: 'not_found',
      message: 'This source was removed since the answer was given.',
    },
  },
  endpoints: {
    chatbot: {
      method: 'GET',
      path: '/api/content/chatbot/:id',
      summary: 'What the chat page shows of an app (CHAT-06)',
      access: { public: 'a public app is shown to anyone with its link' },
      params: z.object({ id: lookupId }),
      query: z.object(tenantQuery),
      reply: Chatbot,
    },
    query: {
      method: 'POST',
      path: '/api/content/query',
      summary: 'Ask an app; JSON, or events with stream: true (CHAT-07)',
      access: {
        public: 'public apps need no key; a private app asks for a session or API key of its tenant',
      },
      rate: 'chat',
      body: Query,
      reply: Answer,
      events: {
        start: z.object({ queryId: z.string(), conversationId: z.string() }),
        /** Once, as soon as it is known what the reply is. */
        form: z.object(replyForm),
        token: z.object({ text: z.string() }),
        citation: Citation,
        done: z.object({
          queryId: z.string(),
          conversationId: z.string(),
          status: MessageStatus,
          usage: Usage,
        }),
        error: z.object({
          success: z.literal(false),
          responseCode: z.number(),
          code: z.string(),
          message: z.string(),
          requestId: z.string(),
        }),
      },
    },
    sessions: {
      method: 'GET',
      path: '/api/content/chat/sessions',
      summary: 'The own conversations with an app: of a browser, a person or an API key (CHAT-11)',
      access: { public: 'the chat user id, the session or the API key is the proof' },
      query: reader.extend(pageQuery),
      reply: pageOf(ChatSession),
    },
    session: {
      method: 'GET',
      path: '/api/content/chat/sessions/:conversationId',
      summary: 'One conversation (CHAT-12)',
      access: { public: 'the chat user id, the session or the API key is the proof' },
      params: z.object({ conversationId: lookupId }),
      query: reader,
      reply: z.object({ conversationId: z.string(), title: z.string(), messages: z.array(Message) }),
    },
    source: {
      method: 'GET',
      path: '/api/content/chat/source',
      summary: 'The place in the source that a citation of an answer names',
      access: { public: 'only places that were cited in an answer to this visitor' },
      query: citedPlace,
      reply: z.object({
        citation: Citation,
        sections: z.array(DocumentSection),
        form: SourceForm,
        /** The bytes of the file where it is shown as it is; null where its text is shown. */
        fileBytes: z.number().int().nullable(),
      }),
    },
    sourceFile: {
      method: 'GET',
      path: '/api/content/chat/source/file',
      summary: 'The file of a citation that is shown as it is, also a range of its bytes',
      access: { public: 'only files that were cited in an answer to this visitor' },
      query: citedPlace,
      raw: true,
    },
  },
});
