import { defaultBlockedTask } from '@atelier/contracts/assistants/guardrails';
import { type Controls, SettingFields } from '../../../../lib/forms/setting-fields.tsx';
import { CodeEditor } from '../../../../ui/code/code-editor.tsx';
import { Switched } from '../../../../ui/forms/switched.tsx';
import { TextLink } from '../../../../ui/layout/text-link.tsx';
import { ModelSelect } from '../../../content/models/index.ts';
import { GuardrailFields } from '../../guardrails/index.ts';
import { agentSettings } from '../model/agent-form.ts';
import { AgentAboutFields, CrewAboutFields } from './agent-about-fields.tsx';
import type { AgentControlProps, AgentFormProps } from './agent-form-props.ts';
import { InstructionsField } from './instructions-field.tsx';
import { AgentsField, AppsField, FlowsField, KnowledgeBasesField, ToolsField } from './link-fields.tsx';
import { McpField } from './mcp-field.tsx';
import { SharedInstructionsField, TeamFields } from './team-fields.tsx';

/** Selects the model that decides what the agent does next. */
const ModelField = ({ form }: AgentFormProps) => {
  const { value, onChange, error } = form.bind('modelId');
  return <ModelSelect needsWriting value={value ?? null} onChange={onChange} error={error} />;
};

/** Decides whether the agent remembers something about those who use it. */
const MemoryField = ({ form, agent, setting: { label, help = '' } }: AgentControlProps) => (
  <Switched label={label} description={help} field={form.bind('memory')}>
    {agent === undefined ? null : (
      <p className="flat muted tiny">
        Each member reads, corrects and deletes their own under{' '}
        <TextLink to={`/settings/memory?agent=${agent.agentId}`}>Settings, Memory</TextLink>. Nobody else sees
        it, not even those who build.
      </p>
    )}
  </Switched>
);

/** The form that the answer has to have, for programs that read it. */
const SchemaField = ({ form, setting: { label, help = '' } }: AgentControlProps) => {
  const { value, onChange, error } = form.bind('outputSchema');
  return (
    <CodeEditor
      label={`${label} (JSON Schema)`}
      description={help}
      language="json"
      value={value}
      isReadOnly={false}
      error={error}
      onChange={onChange}
    />
  );
};

const controls: Controls<AgentFormProps> = {
  about: AgentAboutFields,
  instructions: InstructionsField,
  model: ModelField,
  tools: ToolsField,
  mcp: McpField,
  bases: KnowledgeBasesField,
  apps: AppsField,
  flows: FlowsField,
  agents: AgentsField,
  memory: MemoryField,
  schema: SchemaField,
  guardrails: ({ form }) => (
    <GuardrailFields
      enabled={form.bind('guardRail.enabled')}
      configs={form.bind('guardRail.configs')}
      message={form.field('guardRail.blockedMessage')}
      words={{
        label: 'Check tasks before they are begun',
        help: 'Every task is checked, whoever gives it: a person, a program, an app, a flow or another agent. A blocked task reaches no model and no tool, and its run fails.',
        message: 'Text for blocked tasks',
        messageHelp: 'It is shown as the reason why the run failed.',
        usualMessage: defaultBlockedTask,
      }}
    />
  ),
};

const crewControls = {
  ...controls,
  about: CrewAboutFields,
  instructions: SharedInstructionsField,
  agents: TeamFields,
};

/** A crew is described by its name alone: how it works and what it is called to be is the same for all crews. */
const isOfCrew = ({ path }: { path: string }): boolean => path !== 'mode' && path !== 'agentType';

/** The settings of one group of an agent or of a crew, with the controls that their descriptions ask for. */
export const AgentGroupFields = ({
  group,
  isCrew,
  ...props
}: AgentFormProps & { group: string; isCrew: boolean }) => {
  const settings = agentSettings.filter((each) => each.group === group);
  return (
    <>
      {group === 'budget' ? (
        <p className="note">
          When one of these is used up, the agent answers with what it has found out by then, and the run says
          so.
        </p>
      ) : null}
      <SettingFields
        settings={isCrew ? settings.filter(isOfCrew) : settings}
        controls={isCrew ? crewControls : controls}
        props={props}
      />
    </>
  );
};
