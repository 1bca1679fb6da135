import type { Agent } from '@atelier/contracts/assistants/agents/agent-shapes';
import { type AgentGuardRail, defaultBlockedTask } from '@atelier/contracts/assistants/guardrails';
import { Stack, Textarea } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatCount } from '../../../../lib/format.ts';
import { Switched } from '../../../../ui/forms/switched.tsx';
import { Fold } from '../../../../ui/layout/fold.tsx';
import { TextLink } from '../../../../ui/layout/text-link.tsx';
import { GuardrailChecks, withFirstCheck } from '../../guardrails/index.ts';
import { SharedInstructionsField, TeamFields } from '../crews/team-fields.tsx';
import { AgentAboutFields, CrewAboutFields } from '../fields/agent-about-fields.tsx';
import type { AgentFormProps } from '../fields/agent-form-props.ts';
import { AgentModelField } from '../fields/agent-model-field.tsx';
import { ApprovalField } from '../fields/approval-field.tsx';
import { BudgetFields } from '../fields/budget-fields.tsx';
import { ExpertFields } from '../fields/expert-fields.tsx';
import { InstructionsField } from '../fields/instructions-field.tsx';
import {
  AgentsField,
  AppsField,
  FlowsField,
  KnowledgeBasesField,
  ToolsField,
} from '../fields/link-fields.tsx';
import { McpField } from '../fields/mcp-field.tsx';
import type { AgentField, AgentFormInput } from '../model/agent-form.ts';

/** Decides whether the agent remembers something about those who use it. */
const MemoryField = ({ form, agent }: AgentFormProps) => (
  <Switched
    label="Remember the people who use it"
    description="The agent notes what will matter to a person again, at most 100 sentences for each, and reads them when that person gives it another task. It remembers members, and people who were invited to an app that it answers; visitors and programs are not remembered."
    field={form.bind('memory')}
  >
    {agent === undefined ? null : (
      <p className="flat muted tiny">
        Each member reads, corrects and deletes their own under{' '}
        <TextLink to={`/settings/memory?agent=${agent.agentId}`}>Settings, Memory</TextLink>. Nobody else sees
        it, not even those who build.
      </p>
    )}
  </Switched>
);

/** Fields for the checks before a task reaches the model of an agent, or a crew. */
const GuardrailFields = ({ form }: AgentFormProps) => {
  const configs = form.bind('guardRail.configs');
  const enabled = form.bind('guardRail.enabled');
  const checks = (configs.value ?? []) as AgentGuardRail['configs'];
  const turn = (isOn: boolean) => {
    if (isOn) configs.onChange(withFirstCheck(checks));
    enabled.onChange(isOn);
  };
  return (
    <Switched
      label="Check tasks before they are begun"
      description="Every task is checked, whoever gives it: a person, a program, an app, a flow or another agent. A blocked task reaches no model and no tool, and its run fails."
      field={{ ...enabled, onChange: turn }}
    >
      <GuardrailChecks configs={checks} error={configs.error} onChange={configs.onChange} />
      <Textarea
        label="Text for blocked tasks"
        description="It is shown as the reason why the run failed."
        placeholder={defaultBlockedTask}
        autosize
        minRows={2}
        maxLength={1000}
        {...form.field('guardRail.blockedMessage')}
      />
    </Switched>
  );
};

interface Group {
  label: string;
  summary: (values: AgentFormInput) => string;
  fields: readonly AgentField[];
  content: (props: AgentFormProps) => ReactNode;
}

const chosen = (ids: readonly unknown[] | undefined, one: string, many = `${one}s`): string =>
  ids === undefined || ids.length === 0 ? 'None' : formatCount(ids.length, one, many);

const approvalWords = { AS_NEEDED: 'Asks when it matters', ALWAYS: 'Always asks', NEVER: 'Never asks' };

const guardrails: Group = {
  label: 'Guardrails',
  summary: ({ guardRail }) => (guardRail?.enabled === true ? 'Tasks are checked' : 'Tasks are not checked'),
  fields: ['guardRail'],
  content: GuardrailFields,
};

const groups: readonly Group[] = [
  {
    label: 'About',
    summary: () => 'Name, description, who may use it',
    fields: ['name', 'description', 'access', 'mode', 'agentType'],
    content: AgentAboutFields,
  },
  {
    label: 'Instructions',
    summary: () => 'What it does, and how',
    fields: ['instructions'],
    content: InstructionsField,
  },
  {
    label: 'Model',
    summary: () => 'What decides the next step',
    fields: ['modelId'],
    content: AgentModelField,
  },
  {
    label: 'Tools',
    summary: ({ tools }) => chosen(tools?.toolList, 'tool'),
    fields: ['tools'],
    content: ToolsField,
  },
  {
    label: 'MCP servers',
    summary: ({ tools }) => chosen(tools?.mcpList, 'server'),
    fields: ['tools'],
    content: McpField,
  },
  {
    label: 'Knowledge bases',
    summary: ({ knowledgeBaseIds }) => chosen(knowledgeBaseIds, 'knowledge base'),
    fields: ['knowledgeBaseIds'],
    content: KnowledgeBasesField,
  },
  {
    label: 'Apps',
    summary: ({ appIds }) => chosen(appIds, 'app'),
    fields: ['appIds'],
    content: AppsField,
  },
  {
    label: 'Flows',
    summary: ({ flowIds }) => chosen(flowIds, 'flow'),
    fields: ['flowIds'],
    content: FlowsField,
  },
  {
    label: 'Agents',
    summary: ({ agentIds }) => chosen(agentIds, 'agent'),
    fields: ['agentIds'],
    content: AgentsField,
  },
  {
    label: 'Approval',
    summary: ({ approval }) => approvalWords[approval ?? 'AS_NEEDED'],
    fields: ['approval'],
    content: ApprovalField,
  },
  guardrails,
  {
    label: 'Memory',
    summary: ({ memory }) => (memory === true ? 'Remembers members' : 'Remembers nobody'),
    fields: ['memory'],
    content: MemoryField,
  },
  {
    label: 'Budget',
    summary: () => 'The most that one run may use',
    fields: ['budget'],
    content: BudgetFields,
  },
  {
    label: 'Expert',
    summary: () => 'Temperature, context, form of the answer',
    fields: ['temperature', 'contextTokens', 'replyTokens', 'outputSchema'],
    content: ExpertFields,
  },
];

/** A crew has its agents in place of a model and tools. */
const crewGroups: readonly Group[] = [
  {
    label: 'About',
    summary: () => 'Name, description, who may use it',
    fields: ['name', 'description', 'access'],
    content: CrewAboutFields,
  },
  {
    label: 'Agents',
    summary: ({ crew, agentIds }) =>
      crew?.supervisorId ? chosen(agentIds, 'agent') : 'Choose who leads and who works',
    fields: ['crew', 'agentIds'],
    content: TeamFields,
  },
  {
    label: 'Instructions',
    summary: () => 'What all of its agents have to know',
    fields: ['instructions'],
    content: SharedInstructionsField,
  },
  guardrails,
  {
    label: 'Budget',
    summary: () => 'The most that all of them together may use',
    fields: ['budget'],
    content: BudgetFields,
  },
];

/** All settings of an agent in folded groups. A group with a refused setting opens by itself. */
export const SettingsGroups = ({ form, agent }: AgentFormProps & { agent: Agent }) => {
  const values = form.form.watch();
  return (
    <Stack gap="sm">
      {(agent.crew === null ? groups : crewGroups).map(({ label, summary, fields, content: Content }) => (
        <Fold
          key={label}
          label={label}
          summary={summary(values)}
          isForced={fields.some((field) => form.form.getFieldState(field, form.form.formState).invalid)}
        >
          {() => (
            <Stack gap="lg">
              <Content form={form} agent={agent} />
            </Stack>
          )}
        </Fold>
      ))}
    </Stack>
  );
};
