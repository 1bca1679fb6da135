import { z } from 'zod';
import { RetrievalSettings } from '../content/retrieval/retrieval-shapes.ts';
import { defineContract } from '../kernel/contract.ts';
import { edited, Revision } from '../kernel/revisions.ts';
import {
  Abilities,
  Done,
  lookupId,
  pageQuery,
  pageSchemaFor,
  requiredText,
  Timestamp,
  tenantQuery,
  text,
} from '../kernel/shapes.ts';
import {
  AutomaticChoice,
  AutomaticQuery,
  AutomaticSettings,
  Configuration,
  ModelSettings,
  Orchestration,
  OrchestrationChoice,
} from './apps/answering.ts';
import { appErrors } from './apps/app-errors.ts';
import { AppGuardRail } from './guardrails.ts';

export const AppAccess = z.enum(['PUBLIC', 'PRIVATE']);
/** The types of apps (APP-01, APP-02). A chatbot holds conversations. */
export const AppType = z.enum(['CHATBOT']);
/** The form in which an app stores its instructions (APP-22): TEXT, the text itself. */
export const InstructionType = z.enum(['TEXT']);
/** The seven chat themes (APP-34 to APP-40). */
export const chatThemes = [
  'Light mode 1',
  'Light mode 2',
  'Dark mode',
  'Blue',
  'Green',
  'Purple',
  'Dark Blue',
] as const;
export const ChatTheme = z.enum(chatThemes);

/** The questions of an app to its visitors before their first question (APP-18). */
export const UserInfoField = z.enum(['NAME', 'EMAIL']);
export type UserInfoField = z.infer<typeof UserInfoField>;

/** The instructions of an app whose builder wrote none (APP-31, APP-32). */
export const defaultInstructions =
  'You are a friendly support agent. Answer politely and briefly, in the language of the question, only from the knowledge you are given, and say so when it does not hold the answer.';

/** Bounds for the number of tokens of the earlier conversation that the model reads. */
export const sessionTokens = { min: 50, max: 100_000 };

const PreviousSession = z.object({
  enabled: z.boolean().default(true),
  tokens: z.number().int().min(sessionTokens.min).max(sessionTokens.max).default(2000),
});

const StaticText = z
  .object({ enabled: z.boolean().default(false), text: text(8000).default('') })
  .refine(({ enabled, text: written }) => !enabled || written !== '', {
    path: ['text'],
    message: 'Please enter the text that every question gets',
  });

/** The texts that the model reads besides the chunks (CHUNK-02). */
export const ContextSettings = z.object({
  /**
   * The part of the earlier conversation that the model reads. `followupConversation` controls how follow-up questions are searched for.
   */
  previousSession: PreviousSession.prefault({}),
  /** A fixed text that is placed before the chunks of every question. */
  staticText: StaticText.prefault({}),
});
export type ContextSettings = z.infer<typeof ContextSettings>;

const SampleQuestions = z
  .array(requiredText(300, 'Please enter a question'))
  .refine(
    (questions) => questions.length === 0 || questions.length >= 3,
    'Please add at least 3 sample questions',
  )
  .refine((questions) => questions.length <= 9, 'Please add at most 9 sample questions');

/** Upper bound of both limits on a visitor's questions. */
export const mostVisitorQuestions = 100_000;

const visitorQuestions = (usual: number) => z.number().int().min(0).max(mostVisitorQuestions).default(usual);

/** The number of questions that one visitor may ask a public app, whose owner pays for the answers; 0 means no limit. */
export const VisitorLimits = z.object({ tenMinutes: visitorQuestions(20), day: visitorQuestions(100) });
export type VisitorLimits = z.output<typeof VisitorLimits>;

/** The most sites that may show one app. */
export const mostAllowedSites = 50;

/**
 * The origin of a site that may show an app, such as `https://www.example.com`. `https://*.example.com` means all its subdomains. It becomes
 * a part of a header, so no other character is allowed.
 */
export const AllowedSite = z
  .string()
  .max(300)
  .regex(
    /^https?:\/\/(?:\*\.)?[a-z0-9][a-z0-9.-]{0,250}(?::\d{1,5})?$/,
    'Please enter each site as an address without a path, such as https://www.example.com',
  );

export const AppSettings = z.object({
  name: requiredText(150, 'Please enter a name'),
  description: text(2000).default(''),
  appType: AppType.default('CHATBOT'),
  access: AppAccess.default('PRIVATE'),
  orchestration: Orchestration.default('BASIC'),
  knowledgeBaseIds: z.array(lookupId).max(20).default([]),
  /** The app, flow, agent or worker that answers; null with the orchestration BASIC, whose knowledge bases answer. */
  answererId: lookupId.nullable().default(null),
  /** Left out, it is MANUAL where the model, the retrieval or the model settings are given, and AUTO otherwise. */
  configuration: Configuration.optional(),
  /** Null stands for the company's default, which is `gpt-4o` where a provider offers it and nothing else was chosen (APP-23). */
  modelId: z.string().max(200).nullable().default(null),
  instructionType: InstructionType.default('TEXT'),
  instructions: text(8000).default(defaultInstructions),
  welcomeMessage: text(1000).default('Hello! How can I help you today?'),
  /** No sample questions, or 3 to 9 of them (APP-13). */
  sampleQuestions: SampleQuestions.default([]),
  /** Left empty, visitors talk to the name of the app. */
  botName: text(100).default(''),
  themeName: ChatTheme.default('Light mode 1'),
  /** The pictures of the app. They are uploaded with calls of their own, and removed with null. */
  botIconId: lookupId.nullable().default(null),
  botLogoId: lookupId.nullable().default(null),
  /** True to ask visitors who they are before their first question (APP-17). */
  collectUserInfo: z.boolean().default(false),
  userInfoFields: z
    .array(UserInfoField)
    .min(1, 'Please choose what visitors are asked for')
    .default(['NAME', 'EMAIL']),
  /** True to read a follow-up question together with the earlier ones before the search. */
  followupConversation: z.boolean().default(true),
  /** True to offer up to three next questions after an answer. */
  followUp: z.boolean().default(false),
  /** True to condense the part of a conversation that is beyond `previousSession`, instead of leaving it out. */
  summarizeAgent: z.boolean().default(false),
  /** True to answer questions about tables by a computation over the CSV and Excel documents of the knowledge bases. */
  csvAgent: z.boolean().default(false),
  /** True to let visitors attach a file of their own, which then answers their questions in the place of the knowledge bases. */
  visitorFiles: z.boolean().default(false),
  guardRail: AppGuardRail.prefault({}),
  retrieval: RetrievalSettings.prefault({}),
  model: ModelSettings.prefault({}),
  chunkingStrategy: ContextSettings.prefault({}),
  visitorLimits: VisitorLimits.prefault({}),
  /** The sites that may show the app in a frame (WIDGET-01). */
  allowedSites: z
    .array(AllowedSite)
    .max(mostAllowedSites, `Please enter at most ${mostAllowedSites} sites`)
    .default([]),
});
export type AppSettings = z.infer<typeof AppSettings>;

/** PROCESSING until what the app answers from is ready for the first time, then READY for good (APP-07). */
export const AppState = z.enum(['PROCESSING', 'READY']);

export const App = AppSettings.extend({
  configuration: Configuration,
  appId: z.string(),
  tenantId: z.string(),
  state: AppState,
  /** True while the link is on; the link of a deactivated app shows `Not Available`. */
  active: z.boolean(),
  knowledgeBases: z.array(z.object({ knowledgeBaseId: z.string(), name: z.string() })),
  /** The thing behind `answererId`; null where there is none, or where the reader may not see it. */
  answerer: z.object({ answererId: z.string(), name: z.string() }).nullable(),
  shareUrl: z.string(),
  /** The addresses of the pictures; null where there is none. */
  botIcon: z.string().nullable(),
  botLogo: z.string().nullable(),
  conversations: z.number().int(),
  revision: Revision,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  abilities: Abilities,
});
export type App = z.infer<typeof App>;

const appParams = z.object({ id: lookupId });
/** Any part of the settings; settings that are left out stay unchanged. An empty `themeName` is ignored (APP-09). */
const AppChange = z.object({
  ...edited,
  appId: lookupId,
  active: z.boolean().optional(),
  /** True to store the change although its test questions were answered worse; only an owner may do that. */
  overrideGate: z.boolean().optional(),
  ...(Object.fromEntries(
    Object.entries(AppSettings.shape).map(([key, schema]) => [key, unwrapped(schema).optional()]),
  ) as Partialised),
  themeName: z.preprocess((value) => (value === '' ? undefined : value), ChatTheme.optional()),
});
/** The settings of a change, without the app that it changes. */
export const AppSettingsChange = AppChange.omit({
  appId: true,
  active: true,
  overrideGate: true,
  revision: true,
});
type Partialised = { [K in keyof typeof AppSettings.shape]: z.ZodOptional<(typeof AppSettings.shape)[K]> };
function unwrapped(schema: z.ZodType): z.ZodType {
  return schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault
    ? (schema.unwrap() as z.ZodType)
    : schema;
}

export const apps = defineContract({
  name: 'apps',
  alsoFails: [
    'apps.image_not_found',
    'billing.plan_limit',
    'evaluation.gate_untested',
    'evaluation.gate_worse',
  ],
  errors: appErrors,
  endpoints: {
    create: {
      method: 'POST',
      path: '/api/content/manage-app',
      summary: 'Create an app (APP-42)',
      access: { allow: 'apps:write' },
      body: AppSettings,
      reply: App,
    },
    update: {
      method: 'PUT',
      path: '/api/content/manage-app',
      summary: 'Change an app (APP-43)',
      access: { allow: 'apps:write' },
      body: AppChange,
      reply: App,
    },
    get: {
      method: 'GET',
      path: '/api/content/manage-app/:id',
      summary: 'Read an app (APP-44)',
      access: { allow: 'apps:read' },
      params: appParams,
      query: z.object(tenantQuery),
      reply: App,
    },
    list: {
      method: 'GET',
      path: '/api/content/apps',
      summary: 'List apps (APP-47)',
      access: { allow: 'apps:read' },
      query: z.object({
        ...pageQuery,
        ...tenantQuery,
        access: AppAccess.optional(),
        active: z.stringbool().optional(),
        sort: z.enum(['name', 'createdAt', 'updatedAt']).default('updatedAt'),
        order: z.enum(['asc', 'desc']).default('desc'),
      }),
      reply: pageSchemaFor(App),
    },
    automatic: {
      method: 'GET',
      path: '/api/content/automatic-app-settings',
      summary: 'Read the settings of an automatic configuration with their reasons (APP-19)',
      access: { allow: 'apps:read' },
      query: AutomaticQuery,
      reply: z.object({ settings: AutomaticSettings, choices: z.array(AutomaticChoice) }),
    },
    orchestrations: {
      method: 'GET',
      path: '/api/content/app-orchestrations',
      summary: 'List what can answer an app, with what is missing for the rest (APP-05)',
      access: { allow: 'apps:read' },
      reply: z.object({ orchestrations: z.array(OrchestrationChoice) }),
    },
    remove: {
      method: 'DELETE',
      path: '/api/content/app/:id',
      summary: 'Delete an app with its conversations (APP-46)',
      access: { allow: 'apps:write' },
      params: appParams,
      query: z.object(tenantQuery),
      reply: Done,
    },
    removeByBody: {
      method: 'DELETE',
      path: '/api/content/manage-app',
      summary: 'Delete an app with its conversations (APP-45)',
      access: { allow: 'apps:write' },
      body: z.object({ appId: lookupId }),
      reply: Done,
    },
  },
});
