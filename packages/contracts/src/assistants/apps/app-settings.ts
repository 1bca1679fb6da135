import { z } from 'zod';
import { RetrievalSettings } from '../../content/retrieval/retrieval-shapes.ts';
import { setting } from '../../kernel/settings.ts';
import { lookupId, requiredText, text } from '../../kernel/shapes.ts';
import { AppGuardRail } from '../guardrails.ts';
import { Configuration, ContextSettings, ModelSettings, Orchestration } from './answering.ts';

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
export const VisitorLimits = z.object({
  tenMinutes: setting(visitorQuestions(20), {
    label: 'Questions in ten minutes',
    help: '0 means no limit. People behind one address count as one.',
  }),
  day: setting(visitorQuestions(100), {
    label: 'Questions in a day',
    help: '0 means no limit. Used questions become available again over the day.',
    step: 10,
  }),
});
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

/** The groups of the settings in the order of the form. Those with the name of a step are in that step of the wizard. */
export const appSettingGroups = [
  { id: 'details', label: 'App Details', summary: 'Name, description, who may use it', step: 'App Details' },
  { id: 'bot', label: 'Configure Bot', summary: 'What answers, and how', step: 'Configure Bot' },
  {
    id: 'appearance',
    label: 'Appearance',
    summary: 'Bot, pictures, welcome, samples, theme',
    step: 'Appearance',
  },
  { id: 'context', label: 'Context', summary: 'What the model reads besides the chunks' },
  {
    id: 'guardrails',
    label: 'Guardrails',
    summary: 'Which questions are blocked, and what is masked',
  },
  { id: 'visitors', label: 'Visitors', summary: 'What they tell, and how much they may ask' },
] as const;

const ofKnowledge = { path: 'orchestration', values: ['BASIC'] };

/** The settings of an app, in the order of the form. One without a group has a screen of its own, or none. */
export const AppSettings = z.object({
  name: setting(requiredText(150, 'Please enter a name'), { group: 'details', control: 'about' }),
  description: setting(text(2000).default(''), { group: 'details', under: 'name' }),
  appType: AppType.default('CHATBOT'),
  access: setting(AppAccess.default('PRIVATE'), { group: 'details', label: 'Who may use it', under: 'name' }),
  orchestration: setting(Orchestration.default('BASIC'), {
    group: 'bot',
    label: 'Answered by',
    control: 'answerer',
  }),
  /** The app, flow, agent or worker that answers; null with the orchestration BASIC, whose knowledge bases answer. */
  answererId: setting(lookupId.nullable().default(null), {
    group: 'bot',
    label: 'What answers',
    under: 'orchestration',
  }),
  knowledgeBaseIds: setting(z.array(lookupId).max(20).default([]), {
    group: 'bot',
    label: 'Knowledge bases',
    control: 'knowledge',
    when: ofKnowledge,
  }),
  /** Null stands for the company's default, which is `gpt-4o` where a provider offers it and nothing else was chosen (APP-23). */
  modelId: setting(z.string().max(200).nullable().default(null), {
    group: 'bot',
    label: 'Model',
    under: 'configuration',
  }),
  instructionType: InstructionType.default('TEXT'),
  instructions: setting(text(8000).default(defaultInstructions), {
    group: 'bot',
    help: 'How it should behave and speak, as you would tell a new colleague.',
    control: 'instructions',
    when: ofKnowledge,
    rows: 4,
  }),
  /** Left empty, visitors talk to the name of the app. */
  botName: setting(text(100).default(''), {
    group: 'appearance',
    help: 'Whom visitors talk to. Left empty, it is the name of the app.',
  }),
  /** The pictures of the app. They are uploaded with calls of their own, and removed with null. */
  botIconId: setting(lookupId.nullable().default(null), { group: 'appearance', control: 'icon' }),
  botLogoId: setting(lookupId.nullable().default(null), { group: 'appearance', control: 'logo' }),
  welcomeMessage: setting(text(1000).default('Hello! How can I help you today?'), {
    group: 'appearance',
    help: 'The first thing that visitors read.',
    rows: 2,
  }),
  /** No sample questions, or 3 to 9 of them (APP-13). */
  sampleQuestions: setting(SampleQuestions.default([]), { group: 'appearance', control: 'samples' }),
  themeName: setting(ChatTheme.default('Light mode 1'), {
    group: 'appearance',
    label: 'Theme',
    control: 'theme',
  }),
  /** True to ask visitors who they are before their first question (APP-17). */
  collectUserInfo: setting(z.boolean().default(false), { group: 'visitors', control: 'userInfo' }),
  userInfoFields: setting(
    z.array(UserInfoField).min(1, 'Please choose what visitors are asked for').default(['NAME', 'EMAIL']),
    { group: 'visitors', under: 'collectUserInfo' },
  ),
  /** True to read a follow-up question together with the earlier ones before the search. */
  followupConversation: setting(z.boolean().default(true), {
    group: 'bot',
    label: 'Understand follow-up questions',
    help: '“And for part-timers?” is read together with the earlier questions.',
    when: ofKnowledge,
  }),
  /** True to offer up to three next questions after an answer. */
  followUp: setting(z.boolean().default(false), {
    group: 'bot',
    label: 'Offer next questions',
    help: 'Up to three questions that the cited chunks answer, as buttons under each answer. A language model writes them with one further call; without one, they are sample questions and headings.',
    when: ofKnowledge,
  }),
  /** True to condense the part of a conversation that is beyond `previousSession`, instead of leaving it out. */
  summarizeAgent: setting(z.boolean().default(false), {
    group: 'context',
    label: 'Condense what is older',
    listedAs: 'Condense the older conversation',
    help: 'A language model condenses the older part with one further call for each question. Otherwise, and without a language model, it is left out.',
    under: 'chunkingStrategy.previousSession.enabled',
  }),
  /** True to answer questions about tables by a computation over the CSV and Excel documents of the knowledge bases. */
  csvAgent: setting(z.boolean().default(false), {
    group: 'bot',
    label: 'Compute answers from tables',
    help: 'Counts, sums, averages and lists are computed over all rows of the CSV and Excel documents. A language model says what to compute with one further call; without one, rules understand plain English questions.',
    when: ofKnowledge,
  }),
  /** True to let visitors attach a file of their own, which then answers their questions in the place of the knowledge bases. */
  visitorFiles: setting(z.boolean().default(false), {
    group: 'bot',
    label: 'Let visitors attach a file',
    control: 'visitorFiles',
  }),
  /** Left out, it is MANUAL where the model, the retrieval or the model settings are given, and AUTO otherwise. */
  configuration: setting(Configuration.optional(), {
    group: 'bot',
    control: 'configuration',
    when: ofKnowledge,
  }),
  guardRail: setting(AppGuardRail.prefault({}), { group: 'guardrails', control: 'guardrails' }),
  retrieval: setting(RetrievalSettings.prefault({}), { group: 'bot', under: 'configuration' }),
  model: setting(ModelSettings.prefault({}), { group: 'bot', under: 'configuration' }),
  chunkingStrategy: setting(ContextSettings.prefault({}), { group: 'context' }),
  visitorLimits: setting(VisitorLimits.prefault({}), { group: 'visitors' }),
  /** The sites that may show the app in a frame (WIDGET-01). */
  allowedSites: z
    .array(AllowedSite)
    .max(mostAllowedSites, `Please enter at most ${mostAllowedSites} sites`)
    .default([]),
});
export type AppSettings = z.infer<typeof AppSettings>;
