import { z } from 'zod';
import { Json } from '../../kernel/json.ts';
import { AgentSettings } from '../agents/agent-shapes.ts';
import { WorkerInputSettings, WorkerOutput } from './worker-queue.ts';
import { SampleInput, WorkerTargetKind } from './worker-shapes.ts';

export const WorkerTemplateCategory = z.object({
  categoryId: z.string(),
  name: z.string(),
  templates: z.number().int(),
});
export type WorkerTemplateCategory = z.infer<typeof WorkerTemplateCategory>;

/** A template as the gallery shows it. */
export const WorkerTemplate = z.object({
  templateId: z.string(),
  name: z.string(),
  description: z.string(),
  categoryId: z.string(),
  /** The name of an icon of the interface. */
  icon: z.string(),
  runs: WorkerTargetKind,
  /** The kinds of inputs and outputs that it is made for. */
  inputKinds: z.array(z.string()),
  outputKinds: z.array(z.string()),
  /** True when it is made for the mails of a mailbox, which is chosen when it is deployed. */
  readsMail: z.boolean(),
});
export type WorkerTemplate = z.infer<typeof WorkerTemplate>;

export const WorkerTemplateDetails = WorkerTemplate.extend({
  /** The things that have to be there before it is of use. */
  needs: z.array(z.string()),
  /** Its steps. */
  steps: z.array(z.string()),
  /** The instructions of the worker to the agent for each input. */
  instructions: z.string(),
  /** The instructions of each agent that is made with the worker; the first one leads a crew. Empty for a flow. */
  agents: z.array(AgentSettings.pick({ name: true, description: true, instructions: true })),
  approval: z.enum(['NEVER', 'ALWAYS']),
  queue: z.array(WorkerInputSettings),
  outputs: z.array(WorkerOutput),
  /** The names of the fields of a result; empty for a text. */
  fields: z.array(z.string()),
  sampleData: z.array(SampleInput),
  /** The output of a model for the first sample. */
  sampleOutput: Json,
});
export type WorkerTemplateDetails = z.infer<typeof WorkerTemplateDetails>;
