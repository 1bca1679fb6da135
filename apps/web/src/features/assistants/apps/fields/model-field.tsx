import { ModelSelect } from '../../../content/models/index.ts';
import type { AppFormProps } from './app-form-props.ts';

/** Selects the model that writes the answers. */
export const ModelField = ({ form }: AppFormProps) => {
  const { value, onChange, error } = form.bind('modelId');
  return <ModelSelect value={value ?? null} onChange={onChange} error={error} />;
};
