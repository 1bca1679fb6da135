import type { AgentMemory } from '@atelier/contracts/assistants/agents/agent-memories';
import { Button } from '@mantine/core';
import { IconFileText, IconPencil, IconTrash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Ago } from '../../../../lib/ago.tsx';
import { SettingsPage } from '../../../../lib/settings-page.tsx';
import { useUrlWords } from '../../../../ui/behaviour/use-url-state.ts';
import { ChoiceFilter } from '../../../../ui/data-table/choice-filter.tsx';
import type { Column } from '../../../../ui/data-table/data-table-types.ts';
import { ListTable } from '../../../../ui/data-table/list-table.tsx';
import { TwoLines } from '../../../../ui/data-table/two-lines.tsx';
import { useUrlSort } from '../../../../ui/data-table/use-url-sort.ts';
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx';
import { AgentsIllustration, SearchIllustration } from '../../../../ui/theme/illustrations.tsx';
import { useMemories } from './api.ts';
import { type Asking, MemoryDialog } from './memory-dialogs.tsx';

const sortable = ['updatedAt', 'agent'] as const;

const columns: Column<AgentMemory>[] = [
  {
    id: 'fact',
    header: 'What it remembers',
    cell: ({ fact, isForeign }) => (
      <TwoLines
        under={isForeign ? 'Noted after it had read text by others, so check whether it is true.' : undefined}
      >
        {fact}
      </TwoLines>
    ),
  },
  {
    id: 'agent',
    header: 'Agent',
    width: '14rem',
    sortValue: ({ agentName }) => agentName,
    cell: ({ agentName }) => agentName,
  },
  {
    id: 'updatedAt',
    header: 'Noted',
    width: '9rem',
    sortValue: ({ updatedAt }) => updatedAt,
    cell: ({ updatedAt }) => <Ago at={updatedAt} />,
  },
];

const NothingYet = () => (
  <EmptyState illustration={<AgentsIllustration />} title="No agent remembers anything about you">
    An agent whose memory is switched on notes what will matter to you again, such as how you like your
    letters. It appears here, and you can correct or delete it at any time. Nobody else sees it.
  </EmptyState>
);

/** The agents of the facts that are shown. */
const agentsIn = (rows: readonly AgentMemory[]): Map<string, string> =>
  new Map(rows.map(({ agentId, agentName }) => [agentId, agentName]));

/** The agents to choose from, with the one that the address names. */
const toAgentOptions = (names: Map<string, string>, chosen: string) => [
  { value: '', label: 'Every agent' },
  ...[...names].map(([value, label]) => ({ value, label })),
  ...(chosen === '' || names.has(chosen) ? [] : [{ value: chosen, label: 'This agent' }]),
];

const useMemoryActions = (
  onCorrect: (memory: AgentMemory) => void,
  onRemove: (memory: AgentMemory) => void,
) => {
  const navigate = useNavigate();
  return (memory: AgentMemory) => [
    { label: 'Correct', icon: <IconPencil size={16} />, onRun: () => onCorrect(memory) },
    ...(memory.runId === null
      ? []
      : [
          {
            label: 'Open the run that noted it',
            icon: <IconFileText size={16} />,
            onRun: () => void navigate({ to: '/agent-run', search: { id: memory.runId ?? '' } }),
          },
        ]),
    { label: 'Delete', icon: <IconTrash size={16} />, danger: true, onRun: () => onRemove(memory) },
  ];
};

/** `/settings/memory`: what agents remember about the user, which nobody else sees. */
export const MemoryScreen = () => {
  const [words, setWords] = useUrlWords(['search', 'agent']);
  const agentId = words.agent === '' ? undefined : words.agent;
  const order = useUrlSort(sortable, { column: 'updatedAt', descending: true });
  const list = useMemories({ search: words.search, agentId, ...order.query });
  const [asking, setAsking] = useState<Asking>();
  const actions = useMemoryActions(
    (memory) => setAsking({ kind: 'CORRECT', memory }),
    (memory) => setAsking({ kind: 'REMOVE', memory }),
  );
  const names = agentsIn(list.rows);
  const isFiltered = words.search !== '' || agentId !== undefined;
  return (
    <SettingsPage
      title="Memory"
      description="What agents remember about you. Only you see it."
      actions={
        list.rows.length > 0 && words.search === '' ? (
          <Button
            variant="default"
            leftSection={<IconTrash size={16} />}
            onClick={() => setAsking({ kind: 'ALL' })}
          >
            Delete all
          </Button>
        ) : undefined
      }
    >
      <ListTable
        label="What agents remember about you"
        list={list}
        errorTitle="What agents remember could not be loaded"
        nothing={!isFiltered && list.more.total === 0 && <NothingYet />}
        columns={columns}
        sort={order.sort}
        rowId={({ memoryId }) => memoryId}
        rowLabel={({ fact }) => fact}
        rowActions={actions}
        search={{
          value: words.search,
          onChange: (search) => setWords({ search }),
          placeholder: 'Search facts',
        }}
        toolbar={
          <ChoiceFilter
            label="Agent"
            value={words.agent}
            onChange={(value) => setWords({ agent: value })}
            choices={toAgentOptions(names, words.agent)}
          />
        }
        empty={
          <EmptyState compact illustration={<SearchIllustration />} title="Nothing of the kind">
            Choose every agent, or clear the search.
          </EmptyState>
        }
      />
      {asking ? (
        <MemoryDialog
          asking={asking}
          agent={agentId === undefined ? undefined : { agentId, name: names.get(agentId) ?? 'This agent' }}
          total={list.more.total}
          onClose={() => setAsking(undefined)}
        />
      ) : null}
    </SettingsPage>
  );
};
