import { useMay } from '../../../lib/account/session.ts';
import { LinkTabs } from '../../../ui/layout/url-tabs.tsx';
import { flowTabs } from './flow-tabs.ts';

/** Leads between the flows, the tools of agents, and the runs of all flows. */
export const FlowsTabs = () => <LinkTabs label="Flows and tools" tabs={flowTabs(useMay())} />;
