import { mostSubordinates } from '@atelier/contracts/assistants/agents/crew-shapes';
import { Textarea } from '@mantine/core';
import { useReadyAgents } from '../crews/api.ts';
import type { AgentFormProps } from './agent-form-props.ts';
import { useAgentChoices } from './choices.ts';
import { ChoiceField } from './link-field.tsx';

/** A crew takes at least two agents: one that leads, and one that works. */
const fewest = 2;

const Missing = () => {
  const ready = useReadyAgents();
  if (ready === undefined || ready >= fewest) return null;
  return (
    <p className="flat muted tiny" role="status">
      {ready === 0
        ? 'You have no published agent yet. A crew takes at least two: make and publish them first.'
        : 'You have one published agent. A crew takes at least two: make and publish another one first.'}
    </p>
  );
};

/** Fields for the supervisor and the members of a crew. */
export const TeamFields = ({ form, agent }: AgentFormProps) => {
  const crew = form.bind('crew');
  const { value = [], onChange, error } = form.bind('agentIds');
  const supervisorId = crew.value?.supervisorId ?? null;
  const others = value.filter((id) => id !== supervisorId);
  const useChoices = (typed: string) => useAgentChoices(typed, undefined);
  const useOthers = (typed: string) => useAgentChoices(typed, supervisorId ?? undefined);
  const lead = (ids: readonly string[]) => {
    const id = ids.at(-1) ?? null;
    crew.onChange({ supervisorId: id });
    onChange([...(id === null ? [] : [id]), ...others.filter((other) => other !== id)]);
  };
  return (
    <>
      <Missing />
      <ChoiceField
        agent={agent}
        label="Supervisor"
        description="It plans the work, hands it out, checks what comes back, and answers."
        none="You have no agent yet. Make one under Agents."
        most={2}
        value={supervisorId === null ? [] : [supervisorId]}
        onChange={lead}
        error={crew.error}
        useChoices={useChoices}
      />
      <ChoiceField
        agent={agent}
        label="Agents that work for it"
        description="Each gets tasks of its own, alone or at the same time as others. The supervisor chooses them by their descriptions."
        none="You have no other agent yet. Make one under Agents."
        most={mostSubordinates}
        value={others}
        onChange={(ids) => onChange([...(supervisorId === null ? [] : [supervisorId]), ...ids])}
        error={error}
        useChoices={useOthers}
      />
    </>
  );
};

/** A field for the text that all agents of the crew read before their own instructions. */
export const SharedInstructionsField = ({ form }: AgentFormProps) => (
  <Textarea
    label="Instructions for all"
    description="What everybody in the crew has to know: whom you work for, words to use, what never to do. It may stay empty, because each agent has its own instructions."
    autosize
    minRows={5}
    maxRows={20}
    maxLength={20_000}
    {...form.field('instructions')}
  />
);
