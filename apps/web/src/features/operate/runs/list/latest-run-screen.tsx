import { IconPlayerPlay } from '@tabler/icons-react';
import { Navigate } from '@tanstack/react-router';
import { usePathParam } from '../../../../lib/browser/use-path-param.ts';
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import { Page } from '../../../../ui/layout/page.tsx';
import { TextLink } from '../../../../ui/layout/text-link.tsx';
import { useRuns } from '../api.ts';

const NoRun = () => (
  <EmptyState
    illustration={<IconPlayerPlay size={40} aria-hidden="true" />}
    title="There is no run"
    action={<TextLink to="/runs">All runs</TextLink>}
  >
    Nothing has run for this yet, or its runs are no longer kept.
  </EmptyState>
);

/** `/runs/of/$subjectId`: leads to the newest run of a subject, for example of a document. */
export const LatestRunScreen = () => {
  const list = useRuns({ subjectId: usePathParam('subjectId') });
  const [newest] = list.rows;
  if (newest) return <Navigate to={`/runs/${newest.runId}`} replace />;
  return (
    <Page title="Run" breadcrumbs={[{ label: 'Runs', to: '/runs' }]}>
      <QueryView query={list.query} errorTitle="The run could not be found">
        {() => <NoRun />}
      </QueryView>
    </Page>
  );
};
