import type { PerformanceTest } from '@atelier/contracts/operate/evaluation/evaluation-shapes';
import { Ago } from '../../../lib/ago.tsx';
import { isOpen } from '../../../lib/runs/run-words.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import type { Column } from '../../../ui/data-table/data-table-types.ts';
import { TwoLines } from '../../../ui/data-table/two-lines.tsx';
import { StatusBadge } from '../../../ui/feedback/status-badge.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import type { useTests } from './api.ts';
import { describeDifferences, describeTestSide, percent, statusWords } from './model/test-words.ts';

const columns: Column<PerformanceTest>[] = [
  {
    id: 'of',
    header: 'Answered by',
    cell: (test) => (
      <TwoLines under={`Compared with ${describeTestSide(test.against, test).toLowerCase()}`}>
        {describeTestSide(test.of, test)}
      </TwoLines>
    ),
  },
  {
    id: 'status',
    header: 'Status',
    width: '8.5rem',
    cell: (test) => (
      <StatusBadge tone={statusWords[test.status].tone}>
        {isOpen(test) ? `${test.answered} of ${test.questions}` : statusWords[test.status].label}
      </StatusBadge>
    ),
  },
  { id: 'accuracy', header: 'Accuracy', width: '6rem', align: 'end', cell: (test) => percent(test.accuracy) },
  { id: 'differences', header: 'Differences', cell: describeDifferences, wideOnly: true },
  {
    id: 'when',
    header: 'Started',
    width: '8.5rem',
    cell: ({ createdAt }) => <Ago at={createdAt} />,
    wideOnly: true,
  },
];

/** The runs of the test questions, newest first. */
export const TestsTable = ({
  tests,
  onOpen,
}: {
  tests: ReturnType<typeof useTests>;
  onOpen: (id: string) => void;
}) =>
  tests.rows.length === 0 ? null : (
    <Panel title="Runs">
      <DataTable
        label="Runs"
        columns={columns}
        rows={tests.rows}
        rowId={({ performanceTestId }) => performanceTestId}
        rowLabel={(test) => `${describeTestSide(test.of, test)}, ${test.createdAt}`}
        onOpen={({ performanceTestId }) => onOpen(performanceTestId)}
        more={tests.more}
      />
    </Panel>
  );
