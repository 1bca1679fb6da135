import { z } from 'zod';
import { RetrievalSettings } from '../../content/retrieval/retrieval-shapes.ts';
import { lookupId } from '../../kernel/shapes.ts';

/** The answerer of an app (APP-05): BASIC its knowledge bases, ADVANCE a flow, AGENT an agent, APP another app, WORKER a worker. */
export const Orchestration = z.enum(['BASIC', 'ADVANCE', 'AGENT', 'APP', 'WORKER']);
export type Orchestration = z.infer<typeof Orchestration>;

/** AUTO: how passages are found and how long answers are follows from the knowledge bases. MANUAL: the app's own settings (APP-19). */
export const Configuration = z.enum(['AUTO', 'MANUAL']);
export type Configuration = z.infer<typeof Configuration>;

/** Default model settings (APP-24 to APP-29). */
export const ModelSettings = z.object({
  temp: z.number().min(0).max(2).default(0.7),
  contextMaxToken: z.number().int().min(500).max(200_000).default(6000),
  responseMaxToken: z.number().int().min(50).max(32_000).default(1500),
  presentPenalty: z.number().min(-2).max(2).default(0.1),
  frequencyPenalty: z.number().min(-2).max(2).default(0.1),
  topP: z.number().min(0).max(1).default(0.1),
});
export type ModelSettings = z.infer<typeof ModelSettings>;

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
