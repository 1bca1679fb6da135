import type { GraphState } from '@atelier/contracts/content/graph/graph-shapes';
import { formatExactCredits } from '../../../lib/format.ts';
import { RunAction } from '../../../lib/runs/run-action.tsx';
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { Stat, StatRow } from '../../../ui/layout/stat.tsx';
import { TextLink } from '../../../ui/layout/text-link.tsx';
import { useStopGraph } from './api.ts';
import classes from './graph.module.css';

/** The progress and cost so far of a running build, and a button to stop it. */
export const BuildProgress = ({ id, state }: { id: string; state: GraphState }) => {
  const stop = useStopGraph();
  const { chunks, buildCredits, budgetCredits } = state;
  return (
    <Panel
      title="The graph is being built"
      actions={
        state.abilities['canStop'] ? (
          <RunAction
            kind="CANCEL"
            label="Stop"
            isBusy={stop.isPending}
            onClick={() => stop.mutate({ params: { id } })}
          />
        ) : undefined
      }
    >
      <div className={`stack-4 ${classes.stack}`}>
        <ProgressBar
          value={state.status === 'QUEUED' ? undefined : state.progress}
          label={state.stage ?? 'Waiting for a worker'}
          withText
        />
        <StatRow>
          <Stat
            label="Chunks read"
            value={`${chunks.done} of ${chunks.total}`}
            hint={chunks.failed > 0 ? `${chunks.failed} failed` : undefined}
          />
          <Stat
            label="Credits so far"
            value={formatExactCredits(buildCredits)}
            hint={budgetCredits === null ? 'No limit' : `of ${formatExactCredits(budgetCredits)}`}
          />
        </StatRow>
        <p className="note break-anywhere">
          You can leave this page. What was read is kept, also when you stop.{' '}
          <TextLink to={`/runs/of/graph:${id}`}>Show the run</TextLink>
        </p>
      </div>
    </Panel>
  );
};
