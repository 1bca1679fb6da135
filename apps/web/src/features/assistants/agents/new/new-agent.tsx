import { useUrlState } from '../../../../ui/behaviour/use-url-state.ts';
import { Page } from '../../../../ui/layout/page.tsx';
import { useCreateAgent } from '../api.ts';
import { AgentAboutFields } from '../fields/agent-about-fields.tsx';
import type { AgentFormProps } from '../fields/agent-form-props.ts';
import { AgentModelField } from '../fields/agent-model-field.tsx';
import { ApprovalField } from '../fields/approval-field.tsx';
import { InstructionsField } from '../fields/instructions-field.tsx';
import { KnowledgeBasesField, ToolsField } from '../fields/link-fields.tsx';
import { newAgentValues } from '../model/agent-form.ts';
import { type AgentExample, agentExamples } from '../model/examples.ts';
import { type AgentStep, AgentWizard } from './agent-wizard.tsx';

const FlowFields = ({ form }: AgentFormProps) => (
  <>
    <InstructionsField form={form} />
    <ToolsField form={form} />
    <KnowledgeBasesField form={form} />
  </>
);

const SettingFields = ({ form }: AgentFormProps) => (
  <>
    <AgentModelField form={form} />
    <ApprovalField form={form} />
  </>
);

const steps: readonly AgentStep[] = [
  {
    id: 'overview',
    label: 'Agent Overview',
    fields: ['name', 'description', 'access', 'mode', 'agentType'],
    Fields: AgentAboutFields,
  },
  {
    id: 'flow',
    label: 'Define Flow',
    fields: ['instructions', 'tools', 'knowledgeBaseIds'],
    Fields: FlowFields,
  },
  { id: 'settings', label: 'Additional Settings', fields: ['modelId', 'approval'], Fields: SettingFields },
];

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
        steps={steps}
        first={toExampleValues(agentExamples.find(({ id }) => id === exampleId))}
        onCreate={(body) => create.mutateAsync({ body })}
        finishLabel="Create agent"
        onCancel={onCancel}
      />
    </Page>
  );
};
