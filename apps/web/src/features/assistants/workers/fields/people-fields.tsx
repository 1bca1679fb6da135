import { mostVisitorQuestions } from '@atelier/contracts/assistants/apps/app-settings';
import { IconLock, IconRocket, IconShieldQuestion, IconWorld } from '@tabler/icons-react';
import { ChoiceCards } from '../../../../ui/forms/choice-cards.tsx';
import { NumberField } from '../../../../ui/forms/number-field.tsx';
import type { WorkerFormProps } from './worker-form-props.ts';

const bounds = { min: 0, max: mostVisitorQuestions };

/** Limits that keep strangers from spending the credits of the company. */
const VisitorFields = ({ form }: WorkerFormProps) => (
  <div className="stack-3 columns-12">
    <NumberField
      label="Tasks of a visitor in ten minutes"
      description="0 means no limit. People behind one address count as one."
      {...bounds}
      {...form.bind('visitorLimits.tenMinutes')}
    />
    <NumberField
      label="Tasks of a visitor in a day"
      description="0 means no limit. A text or a file is one task."
      {...bounds}
      step={10}
      {...form.bind('visitorLimits.day')}
    />
  </div>
);

/** The people who decide about results, and those who may use the worker. */
export const PeopleFields = ({ form }: WorkerFormProps) => {
  const approval = form.bind('approval');
  const access = form.bind('access');
  return (
    <>
      <ChoiceCards
        label="Before a result goes out"
        value={approval.value ?? 'NEVER'}
        onChange={approval.onChange}
        error={approval.error}
        choices={[
          {
            value: 'ALWAYS',
            label: 'A person decides',
            icon: <IconShieldQuestion size={18} />,
            description: 'Each result waits until somebody approves it, rejects it, or has it done again.',
          },
          {
            value: 'NEVER',
            label: 'It goes out at once',
            icon: <IconRocket size={18} />,
            description: 'Results are delivered as soon as they are there.',
          },
        ]}
      />
      <ChoiceCards
        label="Who may use it"
        value={access.value ?? 'PRIVATE'}
        onChange={access.onChange}
        error={access.error}
        choices={[
          {
            value: 'PRIVATE',
            label: 'Private',
            icon: <IconLock size={18} />,
            description: 'Only those who build, and operators who are invited.',
          },
          {
            value: 'PUBLIC',
            label: 'Public',
            icon: <IconWorld size={18} />,
            description:
              'Anyone with the link can give it work, without an account. Each visitor sees only what they sent.',
          },
        ]}
      />
      {access.value === 'PUBLIC' ? <VisitorFields form={form} /> : null}
    </>
  );
};
