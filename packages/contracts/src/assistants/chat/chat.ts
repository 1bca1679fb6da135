import { z } from 'zod';
import { DocumentSection, SourceForm } from '../../content/bases/import-shapes.ts';
import { defineContract } from '../../kernel/contract.ts';
import { fileOrRange, rangeHeader } from '../../kernel/raw-replies.ts';
import {
  Done,
  lookupId,
  pageQuery,
  pageSchemaFor,
  requiredText,
  Timestamp,
  tenantQuery,
} from '../../kernel/shapes.ts';
import { AnswerOrigin } from './answer-origin.ts';
import { AttachedFile } from './attached-files.ts';
import { chatAlsoFails, chatErrors } from './chat-errors.ts';
import { Chatbot } from './chatbot.ts';
import { AnswerFeedback } from './feedback.ts';
import { Usage } from './usage.ts';

export const Citation = z.object({
  /** The number of the citation in the answer, from 1. */
  index: z.number().int(),
  /**
   * The place of its mark in the answer, in UTF-16 units. An answer that repeats a number for another part of the same text has another
   * citation with this number. A mark without a citation of its own stands for the first one with its number.
   */
  markAt: z.number().int().min(0).optional(),
  chunkId: z.string(),
  knowledgeBaseImportId: z.string(),
  documentName: z.string(),
  page: z.number().int().optional(),
  /** The second of a recording at which the quote begins. */
  second: z.number().int().optional(),
  heading: z.string().optional(),
  quote: z.string(),
  /** Span of the quote in the document's text. */
  start: z.number().int(),
  end: z.number().int(),
  /** Further spans on which a figure rests that was computed from several rows. */
  further: z.array(z.object({ start: z.number().int(), end: z.number().int() })).optional(),
  /** True when the cited chunk was edited by hand, so that it may differ from the imported document. */
  edited: z.boolean().default(false),
  /** Figures before the mark that the source does not say, as they are written. The last of marks in a row speaks for all of their sources. */
  missingFigures: z.array(z.string()).optional(),
});
export type Citation = z.infer<typeof Citation>;

/**
 * The kind of a reply. ANSWER: a direct answer. CLOSEST_CHUNKS: no clear answer; the citations name the chunks that come closest.
 * NONE: nothing comes close. BLOCKED: a guardrail of the app held the question back; the text is the one that its owner wrote for this.
 */
export const AnswerKind = z.enum(['ANSWER', 'CLOSEST_CHUNKS', 'NONE', 'BLOCKED']);
export type AnswerKind = z.infer<typeof AnswerKind>;

const replyForm = {
  answerKind: AnswerKind,
  origin: AnswerOrigin,
  /** Rephrased questions that may find more; empty when there is an answer. */
  wordings: z.array(z.string()),
  /** Next questions that the cited chunks answer; empty where the app offers none. */
  followUps: z.array(z.string()),
  /** True when older messages of the conversation were condensed to a summary for this answer, because not all of them fitted. */
  condensed: z.boolean().default(false),
};

export const Query = z.object({
  appId: lookupId,
  query: requiredText(8000, 'Please enter a question'),
  conversationId: z.string().max(100).optional(),
  chatUserId: z.string().max(100).optional(),
  stream: z.boolean().default(false),
  /** The id of a question in whose place this one is asked, with the same or another text. The earlier attempt is kept. */
  retryOf: z.string().max(100).optional(),
  /** The id of the question that this one follows; by default the newest one of the conversation. */
  after: z.string().max(100).optional(),
  /** The file of the asker that answers this question, in the place of the knowledge bases. */
  fileId: z.string().max(100).optional(),
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
  /** True while a run has to add the rest of the answer. */
  restFollows: z.boolean(),
  citations: z.array(Citation),
  /** The ids of all attempts in the place of this message, oldest first; empty when it is the only one. */
  attempts: z.array(z.string()),
  /** The reader's feedback on the answer; null while they have given none. */
  feedback: AnswerFeedback.nullable(),
  /** The later answer that their feedback led to. Its id stands for `queryId` where its sources are read. */
  newAnswer: z
    .object({
      id: z.string(),
      answer: z.string(),
      origin: AnswerOrigin,
      citations: z.array(Citation),
      toldAt: Timestamp,
    })
    .nullable(),
  /** The file of the reader that the question is about. */
  file: AttachedFile.nullable(),
  createdAt: Timestamp,
});
export type Message = z.infer<typeof Message>;

export const ChatSession = z.object({
  conversationId: z.string(),
  title: z.string(),
  updatedAt: Timestamp,
  messageCount: z.number().int(),
});

/** A conversation with its questions and answers, oldest first. */
const Session = z.object({ conversationId: z.string(), title: z.string(), messages: z.array(Message) });

/**
 * A visitor proves that a conversation is theirs by the unguessable `CHAT_USER_ID` of their browser. A program reads the conversations
 * that were held with its API key, and a signed-in user reads their own.
 */
const reader = z.object({
  appId: lookupId,
  chatUserId: z.string().min(16).max(100).optional(),
  ...tenantQuery,
});

/** The number of a citation, and the place of its mark; without a place it is the first one with this number. */
const citedPlace = reader.extend({
  queryId: lookupId,
  index: z.coerce.number().int().min(1),
  markAt: z.coerce.number().int().min(0).optional(),
});

/** The events of a streamed answer. */
export const answerEvents = {
  /** `question` is the one that is stored, where personal data in it were masked. */
  start: z.object({ queryId: z.string(), conversationId: z.string(), question: z.string().optional() }),
  /** Sent as soon as the kind of reply is known, and once more with the next questions, which are found after the answer. */
  form: z.object(replyForm),
  token: z.object({ text: z.string() }),
  /** Sent when the answer waits for computing time behind others, and when it goes on. */
  waits: z.object({ waits: z.boolean() }),
  citation: Citation,
  done: z.object({
    queryId: z.string(),
    conversationId: z.string(),
    status: MessageStatus,
    usage: Usage,
    /** True when a run adds the rest later; `resume` with `rest` waits for it. */
    restFollows: z.boolean().default(false),
  }),
  error: z.object({
    success: z.literal(false),
    responseCode: z.number(),
    code: z.string(),
    message: z.string(),
    requestId: z.string(),
  }),
};

export const chat = defineContract({
  name: 'chat',
  alsoFails: chatAlsoFails,
  errors: chatErrors,
  endpoints: {
    chatbot: {
      method: 'GET',
      path: '/api/content/chatbot/:id',
      summary: 'Read the part of an app that the chat page shows (CHAT-06)',
      access: { public: 'a public app is shown to anyone with its link' },
      params: z.object({ id: lookupId }),
      query: z.object(tenantQuery),
      reply: Chatbot,
    },
    query: {
      method: 'POST',
      path: '/api/content/query',
      summary: 'Ask an app a question; replies with JSON, or with events when stream is true (CHAT-07)',
      access: {
        public: 'public apps need no key; a private app requires a session or API key of its company',
      },
      rate: 'chat',
      callableFrom: { sitesOf: 'appId', in: 'body' },
      body: Query,
      reply: Answer,
      events: answerEvents,
    },
    resume: {
      method: 'GET',
      path: '/api/content/chat/answer',
      summary: 'Read the rest of an answer: after its stream was lost, or after it was left to a run',
      access: { public: 'the chat user id, the session or the API key is the proof' },
      /**
       * `text` is the length of the text that the reader has, in UTF-16 units, and `citations` the number of citations. `rest` waits for what
       * a run adds to an answer that has ended.
       */
      query: reader.extend({
        queryId: lookupId,
        text: z.coerce.number().int().min(0).default(0),
        citations: z.coerce.number().int().min(0).default(0),
        rest: z.stringbool().default(false),
      }),
      events: answerEvents,
    },
    stop: {
      method: 'POST',
      path: '/api/content/chat/stop',
      summary: 'End an answer with what is written; a reader who only leaves does not end it',
      access: { public: 'the chat user id, the session or the API key is the proof' },
      body: reader.extend({ queryId: lookupId }),
      reply: Done,
    },
    sessions: {
      method: 'GET',
      path: '/api/content/chat/sessions',
      summary: "List the caller's conversations with an app: of a browser, a user or an API key (CHAT-11)",
      access: { public: 'the chat user id, the session or the API key is the proof' },
      /** `search` looks into titles, questions and answers. */
      query: reader.extend(pageQuery),
      reply: pageSchemaFor(ChatSession),
    },
    session: {
      method: 'GET',
      path: '/api/content/chat/sessions/:conversationId',
      summary: 'Read one conversation (CHAT-12)',
      access: { public: 'the chat user id, the session or the API key is the proof' },
      params: z.object({ conversationId: lookupId }),
      /** `through` chooses the branch by one of its messages; by default it is the one with the newest message. */
      query: reader.extend({ through: lookupId.optional() }),
      reply: Session,
    },
    querySession: {
      method: 'GET',
      path: '/api/content/query-session',
      summary: 'Read the conversation that a question belongs to (CHAT-10)',
      access: { public: 'the chat user id, the session or the API key is the proof' },
      query: reader.extend({ queryId: lookupId }),
      reply: Session,
    },
    renameSession: {
      method: 'PUT',
      path: '/api/content/chat/sessions/:conversationId',
      summary: 'Give a conversation another title',
      access: { public: 'the chat user id, the session or the API key is the proof' },
      params: z.object({ conversationId: lookupId }),
      body: reader.extend({ title: requiredText(80, 'Please enter a name') }),
      reply: ChatSession,
    },
    removeSession: {
      method: 'DELETE',
      path: '/api/content/chat/sessions/:conversationId',
      summary: 'Delete a conversation with its questions and answers',
      access: { public: 'the chat user id, the session or the API key is the proof' },
      params: z.object({ conversationId: lookupId }),
      query: reader,
      reply: Done,
    },
    source: {
      method: 'GET',
      path: '/api/content/chat/source',
      summary: 'Read the text around a citation of an answer',
      access: { public: 'only text that was cited in an answer to this visitor' },
      query: citedPlace,
      reply: z.object({
        citation: Citation,
        sections: z.array(DocumentSection),
        form: SourceForm,
        /** Size of the original file in bytes; null where the extracted text is shown instead of the file. */
        fileBytes: z.number().int().nullable(),
      }),
    },
    sourceFile: {
      method: 'GET',
      path: '/api/content/chat/source/file',
      summary: 'Read the cited file, or a range of its bytes',
      access: { public: 'only files that were cited in an answer to this visitor' },
      query: citedPlace,
      raw: true,
      sends: fileOrRange,
      headers: rangeHeader,
    },
  },
});
