import { IconRobot, IconSitemap, IconStack2, IconUsersGroup } from '@tabler/icons-react';
import { ChoiceCards } from '../../../../ui/forms/choice-cards.tsx';
import { useAgentChoices, useFlowChoices } from '../../agents/index.ts';
import type { WorkerFormInput } from '../model/worker-form.ts';
import { ChoiceSelect } from './choice-select.tsx';
import { useCrewChoices } from './choices.ts';
import type { WorkerFormProps } from './worker-form-props.ts';

type Kind = WorkerFormInput['target']['kind'];

const cards = {
  AGENT: {
    label: 'An agent',
    description: 'Works with its tools until the task is done.',
    icon: <IconRobot size={18} />,
  },
  CREW: {
    label: 'A crew',
    description: 'Several agents, one of which leads.',
    icon: <IconUsersGroup size={18} />,
  },
  FLOW: {
    label: 'A flow',
    description: 'Fixed steps. The input is what its trigger gets.',
    icon: <IconSitemap size={18} />,
  },
} as const;

const useAgents = (typed: string) => useAgentChoices(typed, undefined);
const choicesOf = { AGENT: useAgents, CREW: useCrewChoices, FLOW: useFlowChoices } as const;
const labels = { AGENT: 'Agent', CREW: 'Crew', FLOW: 'Flow' } as const;

interface TargetFieldsProps extends WorkerFormProps {
  /** The name of the template whose agents can be made with the worker. */
  template: string | undefined;
}

/** The agent, crew or flow that a worker runs with each input. */
export const TargetFields = ({ form, worker, template }: TargetFieldsProps) => {
  const { value, onChange } = form.bind('target');
  const ofTemplate = {
    value: 'TEMPLATE' as const,
    label: 'What the template brings',
    description: `It is made with the worker, from the template “${template ?? ''}”.`,
    icon: <IconStack2 size={18} />,
  };
  const own = (['AGENT', 'CREW', 'FLOW'] as const).map((kind) => ({ value: kind, ...cards[kind] }));
  return (
    <>
      <ChoiceCards<Kind>
        label="What works on it"
        choices={template === undefined ? own : [ofTemplate, ...own]}
        value={value.kind}
        onChange={(kind) => kind !== value.kind && onChange({ kind, id: '' })}
      />
      {value.kind === 'TEMPLATE' ? null : (
        <ChoiceSelect
          key={value.kind}
          label={labels[value.kind]}
          description="It has to be published and switched on."
          value={value.id}
          onChange={(id) => onChange({ kind: value.kind, id })}
          chosen={worker?.target.kind === value.kind ? worker.target : undefined}
          error={form.messageFor('target')}
          useChoices={choicesOf[value.kind]}
        />
      )}
    </>
  );
};
