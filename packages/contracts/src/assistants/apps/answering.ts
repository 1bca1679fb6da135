import { z } from 'zod';
import { RetrievalSettings } from '../../content/retrieval/retrieval-shapes.ts';
import { setting } from '../../kernel/settings.ts';
import { lookupId, text } from '../../kernel/shapes.ts';

/** The answerer of an app (APP-05): BASIC its knowledge bases, ADVANCE a flow, AGENT an agent, APP another app, WORKER a worker. */
export const Orchestration = z.enum(['BASIC', 'ADVANCE', 'AGENT', 'APP', 'WORKER']);
export type Orchestration = z.infer<typeof Orchestration>;

/** AUTO: how passages are found and how long answers are follows from the knowledge bases. MANUAL: the app's own settings (APP-19). */
export const Configuration = z.enum(['AUTO', 'MANUAL']);
export type Configuration = z.infer<typeof Configuration>;

/** Default model settings (APP-24 to APP-29). */
export const ModelSettings = z.object({
  temp: setting(z.number().min(0).max(2).default(0.7), {
    label: 'Temperature',
    help: '0 keeps to the likeliest words, 2 is the freest.',
    step: 0.1,
  }),
  contextMaxToken: setting(z.number().int().min(500).max(200_000).default(6000), {
    label: 'Context, tokens',
    help: 'The most text from the knowledge bases that the model gets.',
    step: 500,
  }),
  responseMaxToken: setting(z.number().int().min(50).max(32_000).default(1500), {
    label: 'Answer, tokens',
    help: 'The longest answer.',
    step: 50,
  }),
  presentPenalty: setting(z.number().min(-2).max(2).default(0.1), {
    label: 'Presence penalty',
    help: 'Above 0 it moves on to new subjects sooner.',
    step: 0.1,
  }),
  frequencyPenalty: setting(z.number().min(-2).max(2).default(0.1), {
    help: 'Above 0 it repeats words less.',
    step: 0.1,
  }),
  topP: setting(z.number().min(0).max(1).default(0.1), {
    label: 'Top P',
    help: 'Share of likely words that are considered.',
    step: 0.05,
  }),
});
export type ModelSettings = z.infer<typeof ModelSettings>;

const PreviousSession = z.object({
  enabled: setting(z.boolean().default(true), {
    label: 'Read the earlier conversation',
    help: 'The model sees what was asked and answered before in the same conversation.',
  }),
  tokens: setting(z.number().int().min(50).max(100_000).default(2000), {
    label: 'Earlier conversation, tokens',
    help: 'The most tokens of it that are read word for word.',
    step: 500,
  }),
});

const StaticText = z
  .object({
    enabled: setting(z.boolean().default(false), {
      label: 'Always give a text',
      help: 'The model reads this text with every question, for example opening hours or the names of products.',
    }),
    text: setting(text(8000).default(''), {
      listedAs: 'Text that is always given',
      help: 'It counts towards the tokens of every question.',
      rows: 3,
    }),
  })
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

/** A setting that the automatic configuration chose, in words, with its reason. */
export const AutomaticChoice = z.object({ setting: z.string(), value: z.string(), reason: z.string() });
export type AutomaticChoice = z.infer<typeof AutomaticChoice>;

/** The settings that the automatic configuration determines. A null model stands for the company's default. */
export const AutomaticSettings = z.object({
  modelId: z.string().nullable(),
  retrieval: RetrievalSettings,
  model: ModelSettings,
});
export type AutomaticSettings = z.infer<typeof AutomaticSettings>;

/** An answerer that a user may choose for an app. */
export const AnswererChoice = z.object({ answererId: z.string(), name: z.string() });
export type AnswererChoice = z.infer<typeof AnswererChoice>;

/**
 * An orchestration with the reason for which it cannot be chosen yet; null where it can. `answerers` are those that the user may choose;
 * empty where there is nothing to choose, and for apps, which are searched in their own list.
 */
export const OrchestrationChoice = z.object({
  orchestration: Orchestration,
  missing: z.string().nullable(),
  answerers: z.array(AnswererChoice),
});

/** The knowledge bases that an automatic configuration is wanted for, as `id,id`. */
export const AutomaticQuery = z.object({
  knowledgeBaseIds: z
    .string()
    .max(2500)
    .default('')
    .transform((ids) => ids.split(',').filter((id) => id !== ''))
    .pipe(z.array(lookupId).max(20)),
});
