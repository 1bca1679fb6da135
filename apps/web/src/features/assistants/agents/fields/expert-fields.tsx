import { CodeEditor } from '../../../../ui/code/code-editor.tsx';
import { NumberField } from '../../../../ui/forms/number-field.tsx';
import type { AgentFormProps } from './agent-form-props.ts';
import { OptionalNumber } from './optional-number.tsx';

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

/** Settings that few people need: how the model writes, how much it reads at once, and the form of the answer. */
export const ExpertFields = ({ form }: AgentFormProps) => (
  <>
    <OptionalNumber
      switchLabel="Set the temperature"
      switchDescription="Off, the provider’s own setting holds. Some models accept no other."
      label="Temperature"
      description="0 keeps to the likeliest words, 2 is the freest."
      field={form.bind('temperature')}
      initial={0.2}
      min={0}
      max={2}
      step={0.1}
    />
    <div className="stack-4 columns-12">
      <NumberField
        label="Context, tokens"
        description="The most that the model reads at once. At four fifths of it, older parts of the work are summed up."
        min={2000}
        max={1_000_000}
        step={1000}
        {...form.bind('contextTokens')}
      />
      <NumberField
        label="Reply, tokens"
        description="The longest text that the model writes in one turn."
        min={100}
        max={64_000}
        step={100}
        {...form.bind('replyTokens')}
      />
    </div>
    <SchemaField form={form} />
  </>
);
