import { NumberField } from '../../../../ui/forms/number-field.tsx';
import type { AgentFormProps } from './agent-form-props.ts';
import { OptionalNumber } from './optional-number.tsx';

const fields = [
  {
    name: 'budget.turns',
    label: 'Turns',
    description: 'How often the model is asked what to do next.',
    min: 1,
    max: 100,
  },
  {
    name: 'budget.tokens',
    label: 'Tokens',
    description: 'All text that the model reads and writes in a run.',
    min: 1000,
    max: 5_000_000,
    step: 10_000,
  },
  {
    name: 'budget.seconds',
    label: 'Seconds of work',
    description: 'Without the time in which a person decides.',
    min: 10,
    max: 86_400,
    step: 60,
  },
] as const;

/** The most that one run may use. */
export const BudgetFields = ({ form }: AgentFormProps) => (
  <>
    <p className="note">
      When one of these is used up, the agent answers with what it has found out by then, and the run says so.
    </p>
    <div className="stack-4 columns-12">
      {fields.map(({ name, ...field }) => (
        <NumberField key={name} {...field} {...form.bind(name)} />
      ))}
    </div>
    <OptionalNumber
      switchLabel="Limit the credits of a run"
      switchDescription="Besides the credits of your company. At this limit the run stops."
      label="Credits"
      description="The most that the model’s calls in one run may cost."
      field={form.bind('budget.credits')}
      initial={10}
      min={0.01}
      max={1_000_000}
    />
  </>
);
