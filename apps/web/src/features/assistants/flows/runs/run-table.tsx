import type { FlowRunLine } from '@atelier/contracts/assistants/flows/flow-run-shapes';
import { FlowRunStatus } from '@atelier/contracts/assistants/flows/flow-shapes';
import { formatMoment } from '../../../../lib/format.ts';
import { RunsTable, runColumns } from '../../../../lib/runs/runs-table.tsx';
import { useUrlWords } from '../../../../ui/behaviour/use-url-state.ts';
import { ChoiceFilter } from '../../../../ui/data-table/choice-filter.tsx';
import { useFlowRuns, useLiveFlowRuns } from '../api.ts';
import { flowRunWords, holdInWords } from '../model/run-words.ts';

const flowLabel = ({ flowName }: FlowRunLine): string => flowName ?? 'Deleted flow';

const columns = runColumns<FlowRunLine>({
  name: {
    header: 'Flow',
    of: flowLabel,
    notes: ({ hold }) => (hold ? [holdInWords(hold, formatMoment)] : []),
  },
  statusWords: flowRunWords,
});

const statuses = [
  { value: '', label: 'Every status' },
  ...FlowRunStatus.options.map((value) => ({ value, label: flowRunWords[value].label })),
];

const day = 86_400_000;
const spans: Record<string, number> = { day, week: 7 * day, month: 30 * day };
const spanChoices = [
  { value: '', label: 'Any time' },
  { value: 'day', label: 'Last 24 hours' },
  { value: 'week', label: 'Last 7 days' },
  { value: 'month', label: 'Last 30 days' },
];

/** The start of a span of time that ends now, in whole hours, so that the list is not read anew with each render. */
const toStartTime = (span: string): string | undefined => {
  const length = spans[span];
  if (length === undefined) return undefined;
  const hour = 3_600_000;
  return new Date(Math.floor((Date.now() - length) / hour) * hour).toISOString();
};

/** The runs of one flow, or of all flows, newest first. */
export const RunTable = ({ flowId }: { flowId?: string }) => {
  const [words, setWords] = useUrlWords(['status', 'time']);
  const status = FlowRunStatus.safeParse(words.status).data;
  const list = useFlowRuns({ flowId, status, after: toStartTime(words.time) });
  useLiveFlowRuns('all');
  return (
    <RunsTable
      label="Runs of flows"
      columns={columns}
      list={list}
      rowLabel={(run) => `${flowLabel(run)}, ${run.queuedAt}`}
      addressOf={(runId) => `/flows/runs/${runId}`}
      isFiltered={status !== undefined || words.time !== ''}
      empty={{
        nothingYet: 'Runs appear here as soon as something starts a flow, or somebody tests one.',
        nothingFits: 'Choose another status or a longer time.',
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
            label="Time"
            value={words.time}
            onChange={(value) => setWords({ time: value })}
            choices={spanChoices}
          />
        </>
      }
    />
  );
};
