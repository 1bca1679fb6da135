import { CodeEditor } from '../../../../ui/code/code-editor.tsx';
import type { AgentFormProps } from './agent-form-props.ts';

/** The form that the answer has to have, for programs that read it. */
export const SchemaField = ({ form }: AgentFormProps) => {
  const { value, onChange, error } = form.bind('outputSchema');
  return (
    <CodeEditor
      label="Form of the answer (JSON Schema)"
      description="Leave it empty for an answer in plain words. With a schema, the answer is JSON that fits it, for programs that read it."
      language="json"
      value={value}
      isReadOnly={false}
      error={error}
      onChange={onChange}
    />
  );
};
