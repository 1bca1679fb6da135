import { type UrlTab, UrlTabs } from '../../../ui/layout/url-tabs.tsx';
import { CrewList } from './crews/crew-list.tsx';
import { AgentList } from './list/agent-list.tsx';

interface AgentListsProps {
  onNew: (() => void) | undefined;
  onNewCrew: (() => void) | undefined;
  /** Further lists beside them. */
  more: UrlTab[];
}

/** The agents and the crews that the user may see. */
export const AgentLists = ({ onNew, onNewCrew, more }: AgentListsProps) => (
  <UrlTabs
    label="Agents, crews and workers"
    param="list"
    tabs={[
      { value: 'agents', label: 'Agents', content: <AgentList onNew={onNew} /> },
      { value: 'crews', label: 'Crews', content: <CrewList onNew={onNewCrew} /> },
      ...more,
    ]}
  />
);
