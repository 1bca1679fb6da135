import { ChoiceCards } from '../../../../ui/forms/choice-cards.tsx';
import type { AgentFormProps } from './agent-form-props.ts';

/** Decides when a person is asked before the agent does something outside. */
export const ApprovalField = ({ form }: AgentFormProps) => {
  const { value, onChange, error } = form.bind('approval');
  return (
    <ChoiceCards
      label="Before it does something outside"
      help="Searching and calculating never needs a person. This is about what has an effect: calling another system, for example."
      value={value ?? 'AS_NEEDED'}
      onChange={onChange}
      error={error}
      choices={[
        {
          value: 'AS_NEEDED',
          label: 'Ask when it matters',
          description:
            'As each tool says: most ask once the agent has read text by others, such as a web page or a document, because that text may have told it what to do.',
        },
        {
          value: 'ALWAYS',
          label: 'Always ask',
          description: 'A person decides about each such call, and may change it first.',
        },
        {
          value: 'NEVER',
          label: 'Never ask',
          description:
            'It acts by itself. Text that it reads can then make it act, so give it harmless tools only.',
        },
      ]}
    />
  );
};
