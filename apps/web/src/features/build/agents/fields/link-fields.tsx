import type { AgentFormProps } from './agent-form-props.ts';
import { useAgentChoices, useAppChoices, useBaseChoices } from './choices.ts';
import { LinkField } from './link-field.tsx';

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
