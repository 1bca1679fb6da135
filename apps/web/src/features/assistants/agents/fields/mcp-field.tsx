import { MultiSelect } from '@mantine/core';
import type { AgentControlProps } from './agent-form-props.ts';
import { useMcp, useMcpChoices } from './choices.ts';
import { ChoiceField } from './link-field.tsx';

const mostServers = 10;

interface Reference {
  _id: string;
  tools?: string[] | undefined;
}

/** Which tools of a chosen server the agent may use. */
const ServerTools = ({
  reference,
  onChange,
}: {
  reference: Reference;
  onChange: (tools: string[] | undefined) => void;
}) => {
  const { data } = useMcp(reference._id);
  if (!data) return null;
  const chosen = new Set(data.choices?.map(({ name }) => name));
  const tools = data.tools.filter(({ name }) => chosen.has(name));
  const gone = (reference.tools ?? []).filter((name) => !tools.some((tool) => tool.name === name));
  return (
    <MultiSelect
      label={`Tools of ${data.name}`}
      description={
        data.problem === null
          ? 'Choose none to let the agent use all of them, also those that are added later under Tools.'
          : `This server cannot be used at present. ${data.problem}`
      }
      placeholder={reference.tools === undefined ? `All ${tools.length} tools` : ''}
      data={[
        ...tools.map(({ name, title }) => ({ value: name, label: title })),
        ...gone.map((name) => ({ value: name, label: `${name} (no longer there)` })),
      ]}
      searchable
      clearable
      value={reference.tools ?? []}
      onChange={(names) => onChange(names.length === 0 ? undefined : names)}
    />
  );
};

/** The MCP servers whose tools the agent uses, all of them or single ones. */
export const McpField = ({ form, agent, setting: { label, help = '' } }: AgentControlProps) => {
  const { value, onChange, error } = form.bind('tools');
  const list: readonly Reference[] = value?.mcpList ?? [];
  const change = (mcpList: Reference[]) => onChange({ ...value, mcpList });
  const choose = (ids: string[]) =>
    change(ids.map((_id) => list.find((each) => each._id === _id) ?? { _id }));
  return (
    <>
      <ChoiceField
        {...{ agent, error, value: list.map(({ _id }) => _id), onChange: choose, most: mostServers }}
        useChoices={useMcpChoices}
        {...{ label, description: help }}
        none="There is no MCP server yet. Connect one under Tools."
      />
      {list.map((reference) => (
        <ServerTools
          key={reference._id}
          reference={reference}
          onChange={(tools) =>
            change(
              list.map((each) =>
                each._id === reference._id ? { _id: each._id, ...(tools && { tools }) } : each,
              ),
            )
          }
        />
      ))}
    </>
  );
};
