import { isOpen } from '../../../../lib/runs/run-words.ts';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import { useTestsAtOnce } from '../api.ts';
import classes from '../evaluation.module.css';
import { TestResults } from '../test-results.tsx';
import { ChangeActions, type ChangeActionsProps } from './change-actions.tsx';
import { type GatedChange, titleForTest } from './gated-change.ts';
import type { TestsToPass } from './held-back.ts';

type Query = ReturnType<typeof useTestsAtOnce>[number];

const Tested = ({ title, query }: { title: string | undefined; query: Query }) => (
  <section className="stack-5 min-0" aria-label={title}>
    {title === undefined ? null : (
      <h3 className={`flat break-anywhere title-sm ${classes.tested}`} dir="auto">
        {title}
      </h3>
    )}
    <QueryView query={query} errorTitle="The run could not be read">
      {(test) => <TestResults test={test} />}
    </QueryView>
  </section>
);

interface GateResultsProps extends Omit<ChangeActionsProps, 'worse' | 'isBusy'> {
  tests: TestsToPass;
  change: GatedChange;
  /** The runs, in the order of the tests. */
  ids: string[];
}

/** The results of the runs, and the actions on the change. */
export const GateResults = ({ tests, change, ids, ...actions }: GateResultsProps) => {
  const queries = useTestsAtOnce(ids);
  const runs = queries.map(({ data }) => data);
  const isDone = runs.every((run) => run?.status === 'COMPLETED');
  return (
    <div className="stack-5 min-0">
      {queries.map((query, at) => {
        const test = tests[at];
        return <Tested key={ids[at]} title={test && titleForTest(test, change)} query={query} />;
      })}
      <ChangeActions
        {...actions}
        worse={isDone ? runs.reduce((sum, run) => sum + (run?.worse ?? 0), 0) : undefined}
        isBusy={runs.some((run) => run === undefined || isOpen(run))}
      />
    </div>
  );
};
