import { z } from 'zod';
import { defineContract } from '../../kernel/contract.ts';
import { Done, lookupId, pageQuery, pageSchemaFor, requiredText, Timestamp } from '../../kernel/shapes.ts';
import { longestPattern, screenPattern } from './screen-pattern.ts';

/** A pattern that `screenPattern` has produced. */
const ScreenPattern = z
  .string()
  .max(longestPattern)
  .refine((path) => screenPattern(path) === path, 'must be the pattern of a screen, such as /apps/:id');

/** The most views in one report; reports are a minute apart. */
const mostViews = 1000;

export const SupportState = z.enum(['OPEN', 'ANSWERED']);

export const SupportMessage = z.object({
  messageId: z.string(),
  author: z.enum(['USER', 'STAFF']),
  authorName: z.string(),
  text: z.string(),
  createdAt: Timestamp,
});
export type SupportMessage = z.infer<typeof SupportMessage>;

/** A message to support (AUTH-20). `screen` is the path of the current page, without query and fragment. */
export const AskSupport = z.object({
  text: requiredText(4000, 'Please enter your feedback'),
  screen: z
    .string()
    .max(300)
    .regex(/^\/[^?#\s]*$/, 'must be the path of a screen'),
  /** The id of the browser's support chat session, renewed after each sign-in (SESSION-16). */
  sessionId: z.string().min(16).max(100),
});

/** The conversation with support, as the user sees it. */
export const SupportConversation = z.object({
  state: SupportState.nullable(),
  messages: z.array(SupportMessage),
});
export type SupportConversation = z.infer<typeof SupportConversation>;

/** A support request, as the support staff sees it. */
export const SupportQuestion = z.object({
  questionId: z.string(),
  state: SupportState,
  companyName: z.string(),
  user: z.object({ name: z.string(), email: z.string() }),
  /** The beginning of the last message. */
  lastText: z.string(),
  updatedAt: Timestamp,
});
export type SupportQuestion = z.infer<typeof SupportQuestion>;

export const SupportMessageForStaff = SupportMessage.extend({
  screen: z.string().nullable(),
  appVersion: z.string().nullable(),
  sessionId: z.string().nullable(),
});

export const ReplyToQuestion = z.object({ text: requiredText(4000, 'Please enter your answer') });

export const ScreenUsage = z.object({
  screen: z.string(),
  views: z.number().int(),
  /** Number of tenants whose users opened the screen. */
  tenants: z.number().int(),
});
export type ScreenUsage = z.infer<typeof ScreenUsage>;

const internal = { internal: 'support answers users of every company' };
const byId = { params: z.object({ id: lookupId }) };

export const support = defineContract({
  name: 'support',
  alsoFails: ['billing.credits_too_low', 'models.upstream_unavailable'],
  errors: {
    'support.question_not_found': {
      kind: 'not_found',
      message: 'This question does not exist any more. Please reload the list.',
    },
    'support.asked_often': {
      kind: 'limit',
      message:
        'Support has received all your messages and will answer. Please wait ten minutes before you send more, or until tomorrow if you have sent fifty messages today.',
    },
  },
  endpoints: {
    conversation: {
      method: 'GET',
      path: '/api/tenant/support',
      summary: "Read the caller's questions to support, and the answers (SESSION-27)",
      access: { signedIn: "it is the caller's own conversation" },
      reply: SupportConversation,
    },
    ask: {
      method: 'POST',
      path: '/api/tenant/support',
      summary: 'Send a question or feedback to support; at most ten in ten minutes and fifty a day',
      access: { signedIn: 'every user may ask for help' },
      rate: 'auth',
      body: AskSupport,
      reply: SupportMessage,
    },
    recordViews: {
      method: 'POST',
      path: '/api/tenant/screen-views',
      summary: 'Report the screens that were opened (SESSION-28)',
      access: { signedIn: 'every user opens screens' },
      unaudited: 'it only counts, without naming users',
      body: z.object({
        views: z
          .array(
            z.object({
              screen: ScreenPattern,
              count: z.number().int().min(1).max(mostViews),
            }),
          )
          .min(1)
          .max(50)
          .refine(
            (views) => views.reduce((sum, { count }) => sum + count, 0) <= mostViews,
            `must be ${mostViews} views at most`,
          ),
      }),
      reply: Done,
    },
    listQuestions: {
      method: 'GET',
      path: '/api/tenant/admin/support',
      summary: 'List the questions of all companies, the latest first',
      access: internal,
      query: z.object({ ...pageQuery, state: SupportState.optional() }),
      reply: pageSchemaFor(SupportQuestion),
    },
    getQuestion: {
      method: 'GET',
      path: '/api/tenant/admin/support/:id',
      summary: 'Read one question with all its messages',
      access: internal,
      ...byId,
      reply: SupportQuestion.extend({ messages: z.array(SupportMessageForStaff) }),
    },
    reply: {
      method: 'POST',
      path: '/api/tenant/admin/support/:id/reply',
      summary: 'Answer a question; the user gets a mail',
      access: internal,
      ...byId,
      body: ReplyToQuestion,
      reply: SupportMessage,
    },
    usage: {
      method: 'GET',
      path: '/api/tenant/admin/screen-views',
      summary: 'Read how often each screen was opened',
      access: internal,
      query: z.object({ days: z.coerce.number().int().min(1).max(365).default(30) }),
      reply: z.object({
        isOn: z.boolean(),
        screens: z.array(ScreenUsage),
        perDay: z.array(z.object({ day: z.iso.date(), views: z.number().int() })),
      }),
    },
  },
});
