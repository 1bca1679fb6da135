import type { AgentControlProps } from './agent-form-props.ts';
import { useAgentChoices, useAppChoices, useBaseChoices, useFlowChoices, useToolChoices } from './choices.ts';
import { ChoiceField, LinkField } from './link-field.tsx';

const mostTools = 50;

const wordsFrom = ({ label, help = '' }: AgentControlProps['setting']) => ({ label, description: help });

export const ToolsField = (props: AgentControlProps) => {
  const { form, agent } = props;
  const { value, onChange, error } = form.bind('tools');
  const ids = (value?.toolList ?? []).map(({ _id }) => _id);
  const change = (chosen: string[]) => onChange({ ...value, toolList: chosen.map((_id) => ({ _id })) });
  return (
    <ChoiceField
      {...{ agent, error, value: ids, onChange: change, most: mostTools, useChoices: useToolChoices }}
      {...wordsFrom(props.setting)}
      none="There is no tool yet. Make one under Tools."
    />
  );
};

export const FlowsField = (props: AgentControlProps) => (
  <LinkField
    {...props}
    name="flowIds"
    {...wordsFrom(props.setting)}
    none="You have no flow yet. Make one under Flows."
    useChoices={useFlowChoices}
  />
);

export const KnowledgeBasesField = (props: AgentControlProps) => (
  <LinkField
    {...props}
    name="knowledgeBaseIds"
    {...wordsFrom(props.setting)}
    none="You have no knowledge base yet. Make one under Knowledge."
    useChoices={useBaseChoices}
  />
);

export const AppsField = (props: AgentControlProps) => (
  <LinkField
    {...props}
    name="appIds"
    {...wordsFrom(props.setting)}
    none="You have no app yet. Make one under Apps."
    useChoices={useAppChoices}
  />
);

export const AgentsField = (props: AgentControlProps) => {
  const useOthers = (typed: string) => useAgentChoices(typed, props.agent?.agentId);
  return (
    <LinkField
      {...props}
      name="agentIds"
      {...wordsFrom(props.setting)}
      none="You have no other agent yet."
      useChoices={useOthers}
    />
  );
};
