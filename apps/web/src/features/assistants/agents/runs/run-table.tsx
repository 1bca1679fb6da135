import {
  AgentRunEnvironment,
  type AgentRunLine,
  AgentRunStatus,
} from '@atelier/contracts/assistants/agents/agent-run-shapes';
import { formatExactCredits } from '../../../../lib/format.ts';
import { RunsTable, runColumns } from '../../../../lib/runs/runs-table.tsx';
import { useUrlWords } from '../../../../ui/behaviour/use-url-state.ts';
import { ChoiceFilter } from '../../../../ui/data-table/choice-filter.tsx';
import { useAgentRuns, useLiveList } from './list-api.ts';
import { agentRunWords } from './run-words.ts';

const columns = runColumns<AgentRunLine>({
  name: { header: 'Task', of: ({ task }) => task },
  statusWords: agentRunWords,
  more: [
    {
      id: 'credits',
      header: 'Credits',
      width: '7rem',
      wideOnly: true,
      cell: ({ credits }) => formatExactCredits(credits),
    },
  ],
});

const statuses = [
  { value: '', label: 'Every status' },
  ...AgentRunStatus.options.map((value) => ({ value, label: agentRunWords[value].label })),
];

const environments = [
  { value: '', label: 'Tests and real runs' },
  { value: 'PRODUCTION', label: 'Real runs' },
  { value: 'TESTING', label: 'Tests' },
];

/** The runs of an agent, newest first. */
export const AgentRunTable = ({ agentId }: { agentId: string }) => {
  const [words, setWords] = useUrlWords(['status', 'kind']);
  const status = AgentRunStatus.safeParse(words.status).data;
  const environment = AgentRunEnvironment.safeParse(words.kind).data;
  const list = useAgentRuns({ agentId, status, environment });
  useLiveList();
  return (
    <RunsTable
      label="Runs of the agent"
      columns={columns}
      list={list}
      rowLabel={({ task, queuedAt }) => `${task.slice(0, 60)}, ${queuedAt}`}
      addressOf={(runId) => `/agent-run?id=${runId}`}
      isFiltered={status !== undefined || environment !== undefined}
      empty={{
        nothingYet: 'Runs appear here as soon as somebody gives the agent a task.',
        nothingFits: 'Choose another status or another kind of run.',
      }}
      toolbar={
        <>
          <ChoiceFilter
            label="Status"
            value={words.status}
            onChange={(value) => setWords({ status: value })}
            choices={statuses}
          />
          <ChoiceFilter
            label="Kind of run"
            value={words.kind}
            onChange={(value) => setWords({ kind: value })}
            choices={environments}
          />
        </>
      }
    />
  );
};
