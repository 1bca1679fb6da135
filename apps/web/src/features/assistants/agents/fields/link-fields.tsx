import type { AgentFormProps } from './agent-form-props.ts';
import { useAgentChoices, useAppChoices, useBaseChoices, useFlowChoices, useToolChoices } from './choices.ts';
import { ChoiceField, LinkField } from './link-field.tsx';

const mostTools = 50;

export const ToolsField = ({ form, agent }: AgentFormProps) => {
  const { value, onChange, error } = form.bind('tools');
  const ids = (value?.toolList ?? []).map(({ _id }) => _id);
  const change = (chosen: string[]) => onChange({ ...value, toolList: chosen.map((_id) => ({ _id })) });
  return (
    <ChoiceField
      {...{ agent, error, value: ids, onChange: change, most: mostTools, useChoices: useToolChoices }}
      label="Tools"
      description="What it can do itself: calculate, read the web, call a service. Tools of your own are made under Tools."
      none="There is no tool yet. Make one under Tools."
    />
  );
};

export const FlowsField = (props: AgentFormProps) => (
  <LinkField
    {...props}
    name="flowIds"
    label="Flows"
    description="It starts them with an input, and reads what they return. They have to be published and on."
    none="You have no flow yet. Make one under Flows."
    useChoices={useFlowChoices}
  />
);

export const KnowledgeBasesField = (props: AgentFormProps) => (
  <LinkField
    {...props}
    name="knowledgeBaseIds"
    label="Knowledge bases"
    description="It searches them, each with a tool of its own, and names the documents."
    none="You have no knowledge base yet. Make one under Knowledge."
    useChoices={useBaseChoices}
  />
);

export const AppsField = (props: AgentFormProps) => (
  <LinkField
    {...props}
    name="appIds"
    label="Apps"
    description="It asks them questions, and reads their answers with their sources."
    none="You have no app yet. Make one under Apps."
    useChoices={useAppChoices}
  />
);

export const AgentsField = (props: AgentFormProps) => {
  const useOthers = (typed: string) => useAgentChoices(typed, props.agent?.agentId);
  return (
    <LinkField
      {...props}
      name="agentIds"
      label="Agents"
      description="It hands parts of the work to them and waits for the result. They see nothing but the task that they are given."
      none="You have no other agent yet."
      useChoices={useOthers}
    />
  );
};
