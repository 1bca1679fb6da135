import type { Agent } from '@atelier/contracts/assistants/agents/agent-shapes';
import type { ZodForm } from '../../../../ui/forms/use-zod-form.ts';
import type { AgentForm } from '../model/agent-form.ts';

/** The props of every group of fields. */
export interface AgentFormProps {
  form: ZodForm<typeof AgentForm>;
  /** The stored agent; undefined while a new one is made. */
  agent?: Agent | undefined;
}
