import { ModelSelect } from '../../../content/models/index.ts';
import type { AgentFormProps } from './agent-form-props.ts';

/** Selects the model that decides what the agent does next. */
export const AgentModelField = ({ form }: AgentFormProps) => {
  const { value, onChange, error } = form.bind('modelId');
  return <ModelSelect needsWriting value={value ?? null} onChange={onChange} error={error} />;
};
