import { lastDays } from '../../../../lib/days/ranges.ts';
import { formatAgo } from '../../../../lib/format.ts';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import { Panel } from '../../../../ui/layout/panel.tsx';
import { TextLink } from '../../../../ui/layout/text-link.tsx';
import { useLatestFailures } from '../api.ts';

const shownDays = 14;

const none = (
  <p className="muted small regular">{`No import and no run of the last ${shownDays} days has failed.`}</p>
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
          <ul className="stack-3 bare" aria-label="Failed imports and runs">
            {recent.map((run) => (
              <li key={run.runId}>
                <span className="stack-1 min-0 break-anywhere">
                  <TextLink to={`/runs/${run.runId}`}>{run.subject?.name ?? run.title}</TextLink>
                  <span className="muted small regular">
                    {`${run.title} · `}
                    <time dateTime={run.queuedAt}>{formatAgo(run.queuedAt)}</time>
                  </span>
                  {run.cause ? <span className="danger small regular">{run.cause.message}</span> : null}
                </span>
              </li>
            ))}
          </ul>
        )}
      </QueryView>
    </Panel>
  );
};
