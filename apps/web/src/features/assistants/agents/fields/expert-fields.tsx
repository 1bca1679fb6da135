import { SettingFields } from '../../../../lib/setting-fields.tsx';
import { CodeEditor } from '../../../../ui/code/code-editor.tsx';
import { agentSettings } from '../model/agent-form.ts';
import type { AgentFormProps } from './agent-form-props.ts';

/** The form that the answer has to have, for programs that read it. */
const SchemaField = ({ form }: AgentFormProps) => {
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

const ofModel = agentSettings.filter(({ path }) => /^(temperature|contextTokens|replyTokens)$/.test(path));

/** Settings that few people need: how the model writes, how much it reads at once, and the form of the answer. */
export const ExpertFields = ({ form }: AgentFormProps) => (
  <>
    <SettingFields settings={ofModel} props={{ form }} />
    <SchemaField form={form} />
  </>
);
