import { LinkTabs } from '../../../ui/layout/url-tabs.tsx';

const tabs = [
  { to: '/flows', label: 'Flows' },
  { to: '/workflow', label: 'Runs' },
];

/** Leads between the flows and the runs of all flows. */
export const FlowsTabs = () => <LinkTabs label="Flows and their runs" tabs={tabs} />;
