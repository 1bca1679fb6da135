import { Page } from '../../../../ui/layout/page.tsx';
import { FlowsTabs } from '../flows-tabs.tsx';
import { RunTable } from './run-table.tsx';

/** `/workflow`: the flows as they are executed (ROUTE-09). */
export const RunsScreen = () => (
  <Page
    title="Runs of flows"
    description="What has started, how far it has come, and how it ended."
    navigation={<FlowsTabs />}
  >
    <RunTable />
  </Page>
);
