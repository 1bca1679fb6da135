import type { RunLine } from '@atelier/contracts/assistants/runs/run-shapes';
import type { Days } from '../../../../lib/days/ranges.ts';
import { ListTable } from '../../../../ui/data-table/list-table.tsx';
import { useUrlSort } from '../../../../ui/data-table/use-url-sort.ts';
import { useRuns } from '../api.ts';
import { runColumns } from './run-columns.tsx';

const sortable = ['queuedAt', 'credits'] as const;

interface RunsOfSubjectProps {
  subjectId: string;
  days: Days;
  /** The address of the page that shows a run with its steps. */
  addressOf: (run: RunLine) => string;
}

/** The runs of one agent, crew, flow or worker that ended in a period. Each leads to its steps. */
export const RunsOfSubject = ({ subjectId, days, addressOf }: RunsOfSubjectProps) => {
  const order = useUrlSort(sortable, { column: 'queuedAt', descending: true });
  const list = useRuns({ subjectId, ...days, ...order.query });
  return (
    <ListTable
      label="Runs"
      list={list}
      errorTitle="The runs could not be loaded"
      columns={runColumns}
      rowId={({ runId }) => runId}
      rowLabel={({ title }) => title}
      rowLink={addressOf}
      sort={order.sort}
      empty="Nothing ran in these days. Choose other days."
    />
  );
};
