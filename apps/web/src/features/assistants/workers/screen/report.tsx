import type { WorkerReport } from '@atelier/contracts/assistants/workers/worker-records';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { formatCount, formatExactCredits } from '../../../../lib/format.ts';
import { spanInWords } from '../../../../lib/span-in-words.ts';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import { Panel } from '../../../../ui/layout/panel.tsx';
import { Stat, StatRow } from '../../../../ui/layout/stat.tsx';
import { useWorkerReport } from '../record/api.ts';

const Tables = ({ tables }: Pick<WorkerReport, 'tables'>) => (
  <Panel title="Tables" description="Results that were appended, one row each.">
    {tables.length === 0 ? (
      <p className="note">None yet. Choose “A row in a table” under Settings, Results.</p>
    ) : (
      <ul className="bare stack-2">
        {tables.map(({ name, rows, url }) => (
          <li className="row-2 between" key={name}>
            <span>
              <strong>{name}</strong>, {formatCount(rows, 'row')}
            </span>
            <Button
              component="a"
              href={url}
              download={`${name}.csv`}
              size="xs"
              variant="default"
              leftSection={<IconDownload size={15} />}
            >
              Download {name} as CSV
            </Button>
          </li>
        ))}
      </ul>
    )}
  </Panel>
);

const Causes = ({ causes }: Pick<WorkerReport, 'causes'>) =>
  causes.length === 0 ? null : (
    <Panel title="Why records failed" description="The most frequent reasons of the last 30 days.">
      <ul className="bare stack-2">
        {causes.map(({ cause, total }) => (
          <li className="row-2 between" key={`${cause.code} ${cause.message}`}>
            <span>{cause.message}</span>
            <strong>{formatCount(total, 'record')}</strong>
          </li>
        ))}
      </ul>
    </Panel>
  );

const Loaded = ({ report }: { report: WorkerReport }) => {
  const { records, meanMs, credits, feedback } = report;
  return (
    <div className="stack-5 one-column">
      <StatRow>
        <Stat label="Records" value={records.total.toLocaleString('en')} hint="in the last 30 days" />
        <Stat label="Completed" value={records.completed.toLocaleString('en')} />
        <Stat label="Mean time" value={meanMs === null ? '–' : spanInWords(meanMs)} />
        <Stat label="Credits" value={formatExactCredits(credits)} />
        <Stat
          label="Good results"
          value={feedback.likes.toLocaleString('en')}
          hint={`${feedback.dislikes.toLocaleString('en')} bad`}
        />
      </StatRow>
      <Tables tables={report.tables} />
      <Causes causes={report.causes} />
    </div>
  );
};

/** The work of the last thirty days, and the tables that the worker fills. */
export const Report = ({ workerId }: { workerId: string }) => {
  const query = useWorkerReport(workerId);
  return (
    <QueryView query={query} errorTitle="The report could not be loaded">
      {(report) => <Loaded report={report} />}
    </QueryView>
  );
};
