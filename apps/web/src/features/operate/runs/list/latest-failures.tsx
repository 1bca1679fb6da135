import { lastDays } from '../../../../lib/days/ranges.ts';
import { formatAgo } from '../../../../lib/format.ts';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import { Panel } from '../../../../ui/layout/panel.tsx';
import { TextLink } from '../../../../ui/layout/text-link.tsx';
import { useLatestFailures } from '../api.ts';
import classes from '../runs.module.css';

const shownDays = 14;

const none = (
  <p className={classes.note}>{`No import and no run of the last ${shownDays} days has failed.`}</p>
);

/** The imports and runs that failed last. Each leads to its own page, where it can be retried. */
export const LatestFailures = () => {
  const { from } = lastDays(shownDays);
  const query = useLatestFailures();
  const recent = query.data?.items.filter(({ queuedAt }) => queuedAt >= from) ?? [];
  return (
    <Panel title="Failed imports and runs" actions={<TextLink to="/runs?status=FAILED">Show all</TextLink>}>
      <QueryView
        query={query}
        errorTitle="The failed runs could not be loaded"
        isEmpty={() => recent.length === 0}
        empty={none}
      >
        {() => (
          <ul className={classes.failures} aria-label="Failed imports and runs">
            {recent.map((run) => (
              <li key={run.runId}>
                <span className={classes.name}>
                  <TextLink to={`/runs/${run.runId}`}>{run.subject?.name ?? run.title}</TextLink>
                  <span className={classes.note}>
                    {`${run.title} · `}
                    <time dateTime={run.queuedAt}>{formatAgo(run.queuedAt)}</time>
                  </span>
                  {run.cause ? <span className={classes.cause}>{run.cause.message}</span> : null}
                </span>
              </li>
            ))}
          </ul>
        )}
      </QueryView>
    </Panel>
  );
};
