import { AgentMode, AgentType } from '@atelier/contracts/assistants/agents/agent-shapes';
import { NativeSelect } from '@mantine/core';
import type { AgentFormProps } from './agent-form-props.ts';

const modeWords: Record<AgentMode, string> = {
  BUILDER: 'Built here',
  FLOW: 'Made for a flow',
  CREW: 'Made for a crew',
};
const typeWords: Record<AgentType, string> = {
  Autonomous: 'Autonomous: works by itself',
  Supervisor: 'Supervisor: leads other agents',
  'Atelier Flow': 'Atelier Flow: follows a flow',
};

/** The mode and the type of an agent (AGENT-05, AGENT-06). They tell people and programs what it is for, and change nothing in its work. */
export const KindFields = ({ form }: AgentFormProps) => {
  const mode = form.bind('mode');
  const agentType = form.bind('agentType');
  return (
    <div className="stack-4 columns-12">
      <NativeSelect
        label="Mode"
        description="Where it comes from. A label for people and programs."
        value={mode.value ?? 'BUILDER'}
        onChange={(event) => mode.onChange(AgentMode.parse(event.currentTarget.value))}
        error={mode.error}
        data={AgentMode.options.map((value) => ({ value, label: modeWords[value] }))}
      />
      <NativeSelect
        label="Type"
        description="What it is for. A label, too: its work follows from its settings."
        value={agentType.value ?? 'Autonomous'}
        onChange={(event) => agentType.onChange(AgentType.parse(event.currentTarget.value))}
        error={agentType.error}
        data={AgentType.options.map((value) => ({ value, label: typeWords[value] }))}
      />
    </div>
  );
};
