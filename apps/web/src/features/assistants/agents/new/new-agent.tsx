import { useUrlState } from '../../../../ui/behaviour/use-url-state.ts';
import { Page } from '../../../../ui/layout/page.tsx';
import { useCreateAgent } from '../api.ts';
import { agentSteps, newAgentValues } from '../model/agent-form.ts';
import { type AgentExample, agentExamples } from '../model/examples.ts';
import { AgentWizard } from './agent-wizard.tsx';

const toExampleValues = (example: AgentExample | undefined) => {
  if (!example) return newAgentValues();
  const { name, description, instructions, tools } = example;
  const toolList = tools.map((_id) => ({ _id }));
  return { ...newAgentValues(), name, description, instructions, tools: { toolList, mcpList: [] } };
};

/** A new agent in steps. The example that the address names (`?example=`) fills it in. */
export const NewAgent = ({ onCancel }: { onCancel: () => void }) => {
  const [exampleId] = useUrlState('example');
  const create = useCreateAgent();
  return (
    <Page
      title="New agent"
      breadcrumbs={[{ label: 'Agents', to: '/agents' }]}
      description="Name it first; what it has to do comes next. Everything can be changed later."
    >
      <AgentWizard
        steps={agentSteps}
        first={toExampleValues(agentExamples.find(({ id }) => id === exampleId))}
        onCreate={(body) => create.mutateAsync({ body })}
        finishLabel="Create agent"
        onCancel={onCancel}
      />
    </Page>
  );
};
