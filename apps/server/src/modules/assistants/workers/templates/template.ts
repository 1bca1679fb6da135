import type { AgentSettings } from '@atelier/contracts/assistants/agents/agent-shapes';
import type { FlowContent } from '@atelier/contracts/assistants/flows/flow-shapes';
import type { WorkerInputSettings, WorkerOutput } from '@atelier/contracts/assistants/workers/worker-queue';
import type { SampleInput, WorkerSettings } from '@atelier/contracts/assistants/workers/worker-shapes';
import type { JsonValue } from '@atelier/contracts/fields/field-values';

/** An agent that is made with a worker. What is left out has its default. */
export type TemplateAgent = Pick<AgentSettings, 'name' | 'description' | 'instructions'> &
  Partial<Pick<AgentSettings, 'outputSchema' | 'tools' | 'budget'>>;

/** The target of a worker of a template. It is made when the worker is deployed. */
export type TemplateTarget =
  | { kind: 'AGENT'; agent: TemplateAgent }
  /** The first agent leads the others. */
  | {
      kind: 'CREW';
      instructions: string;
      agents: readonly [TemplateAgent, TemplateAgent, ...TemplateAgent[]];
    }
  | { kind: 'FLOW'; content: FlowContent };

export interface CategoryOfTemplates {
  categoryId: string;
  name: string;
}

/** A worker template, which comes with the product. */
export interface Template {
  templateId: string;
  name: string;
  description: string;
  categoryId: string;
  /** The name of an icon of the interface. */
  icon: string;
  /** The things that have to be there before it is of use. */
  needs: readonly string[];
  /** The steps of the worker. */
  steps: readonly string[];
  /** The instructions of the worker to its agent for each input. */
  instructions: string;
  target: TemplateTarget;
  queue: readonly WorkerInputSettings[];
  outputs: readonly WorkerOutput[];
  /** True when it is made for the mails of a mailbox. */
  readsMail?: boolean;
  approval: WorkerSettings['approval'];
  sampleData: readonly SampleInput[];
  /** The output of a model for the first sample. */
  sampleOutput: JsonValue;
}
