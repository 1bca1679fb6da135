import { lazy } from 'react';
import type { Screen } from '../../../lib/screen.ts';

export { useAgentChoices, useFlowChoices } from './fields/choices.ts';
export { useNewestAgents } from './newest-agents.ts';
export { AgentRunView } from './runs/agent-run-view.tsx';

/** Loaded on demand, because the landing page that shows it also welcomes people who have no agents yet. */
export const AgentLists = lazy(() => import('./agent-lists.tsx').then((it) => ({ default: it.AgentLists })));
export const NewAgent = lazy(() => import('./new/new-agent.tsx').then((it) => ({ default: it.NewAgent })));

export const NewCrew = lazy(() => import('./crews/new-crew.tsx').then((it) => ({ default: it.NewCrew })));

/** The screens of one agent (ROUTE-07) and of one of its runs. Their list is on the landing page. */
export const agentScreens: Screen[] = [
  {
    path: '/agent',
    load: () => import('./workbench/agent-screen.tsx').then((it) => ({ default: it.AgentScreen })),
  },
  {
    path: '/settings/memory',
    load: () => import('./memory/memory-screen.tsx').then((it) => ({ default: it.MemoryScreen })),
  },
  {
    path: '/agent-run',
    load: () => import('./runs/run-screen.tsx').then((it) => ({ default: it.AgentRunScreen })),
  },
];
