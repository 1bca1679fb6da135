import { type McpChoice, type McpTool, mostMcpChoices } from '@atelier/contracts/assistants/tools/mcp-shapes';
import { ToolApproval, type ToolRefusal } from '@atelier/contracts/assistants/tools/tool-shapes';
import { Button, Checkbox, Group, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { formatCount } from '../../../../lib/format.ts';
import { CodeBlock } from '../../../../ui/content/code-block.tsx';
import { Fold } from '../../../../ui/layout/fold.tsx';
import { refusalWords } from '../model/refusal-words.ts';
import { approvalWords, effectWords } from '../model/tool-words.ts';
import classes from '../tools.module.css';
import { usualChoice } from './mcp-form.ts';

const approvals = ToolApproval.options.map((value) => ({ value, label: approvalWords[value] }));

interface ToolRowProps {
  tool: McpTool;
  refusal: ToolRefusal | undefined;
  choice: McpChoice | undefined;
  onChange: (choice: McpChoice | undefined) => void;
}

const ToolRow = ({ tool, refusal, choice, onChange }: ToolRowProps) => {
  const { title, name, description, inputSchema, problem, unchecked } = tool;
  return (
    <li className={`stack align-start ${classes.offered}`}>
      <Checkbox
        label={
          <>
            {title} {title === name ? null : <code className="break-anywhere muted">{name}</code>}
          </>
        }
        description={problem === null ? description : `Agents cannot use it. ${problem}`}
        disabled={problem !== null}
        checked={choice !== undefined}
        onChange={(event) => onChange(event.currentTarget.checked ? usualChoice(tool) : undefined)}
      />
      {choice ? (
        <NativeSelect
          aria-label={`Approval of ${title}`}
          description={effectWords[choice.effect]}
          inputWrapperOrder={['input', 'description']}
          size="xs"
          data={approvals}
          value={choice.approval}
          onChange={(event) =>
            onChange({ ...choice, approval: ToolApproval.parse(event.currentTarget.value) })
          }
        />
      ) : null}
      {refusal ? (
        <p role="note" className="flat break-anywhere warning small">
          {refusalWords(refusal)}
        </p>
      ) : null}
      {unchecked.length === 0 ? null : (
        <div className="whole-row">
          <Fold label={`${formatCount(unchecked.length, 'part')} not checked`}>
            <ul>
              {unchecked.map((each) => (
                <li key={each}>{each}</li>
              ))}
            </ul>
          </Fold>
        </div>
      )}
      {problem === null ? (
        <div className="whole-row">
          <Fold label="Arguments">
            <CodeBlock label={`Arguments of ${title}`} code={JSON.stringify(inputSchema, null, 2)} />
          </Fold>
        </div>
      ) : null}
    </li>
  );
};

interface ChooseToolsProps {
  tools: readonly McpTool[];
  /** Tools of the server that were not read. */
  leftOut: number;
  /** The tools that the provider of a model refuses, by their names. */
  refusals: Readonly<Record<string, ToolRefusal>>;
  choices: readonly McpChoice[];
  onChange: (choices: McpChoice[]) => void;
}

/** The tools of a server, each with whether agents may use it and when they ask first. */
export const ChooseTools = ({ tools, leftOut, refusals, choices, onChange }: ChooseToolsProps) => {
  const [search, setSearch] = useState('');
  const byName = new Map(choices.map((choice) => [choice.name, choice]));
  const words = search.toLowerCase();
  const shown = tools.filter(({ name, title, description }) =>
    `${name} ${title} ${description}`.toLowerCase().includes(words),
  );
  const change = (name: string, choice: McpChoice | undefined) => {
    const others = choices.filter((each) => each.name !== name);
    onChange(choice ? [...others, choice] : others);
  };
  const chooseAll = () =>
    onChange(
      tools
        .filter(({ problem }) => problem === null)
        .slice(0, mostMcpChoices)
        .map((tool) => byName.get(tool.name) ?? usualChoice(tool)),
    );
  return (
    <section aria-label="Tools of the server" className="stack-4 min-0">
      <Group justify="space-between" gap="xs">
        <p className="flat">
          Agents may use {formatCount(tools.filter(({ name }) => byName.has(name)).length, 'tool')} of{' '}
          {tools.length}.
        </p>
        <Group gap="xs">
          <Button size="compact-sm" variant="subtle" onClick={chooseAll}>
            Choose all
          </Button>
          <Button size="compact-sm" variant="subtle" onClick={() => onChange([])}>
            Choose none
          </Button>
        </Group>
      </Group>
      <TextInput
        aria-label="Search tools of the server"
        placeholder="Search tools"
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <ul className={`stack-3 flat no-bullets scroll ${classes.operations}`}>
        {shown.map((tool) => (
          <ToolRow
            key={tool.name}
            tool={tool}
            refusal={refusals[tool.name]}
            choice={byName.get(tool.name)}
            onChange={(choice) => change(tool.name, choice)}
          />
        ))}
      </ul>
      {shown.length > 0 ? null : (
        <p className="note break-anywhere regular">
          {tools.length === 0 ? 'The server has no tools.' : 'No tool fits.'}
        </p>
      )}
      {leftOut === 0 ? null : (
        <p className="note break-anywhere regular">
          The server has {formatCount(leftOut, 'tool')} more, which were not read because there are too many.
        </p>
      )}
    </section>
  );
};
