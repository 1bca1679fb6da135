import type { Agent } from '@atelier/contracts/assistants/agents/agent-shapes';
import type { Setting } from '@atelier/contracts/kernel/settings';
import type { ZodForm } from '../../../../ui/forms/use-zod-form.ts';
import type { AgentForm } from '../model/agent-form.ts';

/** The props of every group of fields. */
export interface AgentFormProps {
  form: ZodForm<typeof AgentForm>;
  /** The stored agent; undefined while a new one is made. */
  agent?: Agent | undefined;
}

/** The props of a control that the description of a setting asks for. */
export interface AgentControlProps extends AgentFormProps {
  setting: Setting;
}
