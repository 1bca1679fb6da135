import type { Screen } from '../../../lib/screen.ts';

/** Loads the calls of the flow service, which only hosts of a frame ask for outside these screens. */
export const loadFlowService = () => import('./flow-service.ts');

export { WaitingNote } from './approvals/waiting-note.tsx';
export { flowTabs } from './flow-tabs.ts';

/** The screens of flows and of their runs (ROUTE-09, ROUTE-11). */
export const flowScreens: Screen[] = [
  {
    path: '/flows',
    load: () => import('./list/flows-screen.tsx').then((it) => ({ default: it.FlowsScreen })),
  },
  {
    path: '/workflow',
    requires: { permission: 'flows:read', title: 'Runs' },
    load: () => import('./runs/runs-screen.tsx').then((it) => ({ default: it.RunsScreen })),
  },
  {
    path: '/approvals',
    requires: { permission: 'flows:read', title: 'Approvals' },
    load: () => import('./approvals/waiting-screen.tsx').then((it) => ({ default: it.WaitingScreen })),
  },
  {
    path: '/flows/runs/$runId',
    requires: { permission: 'flows:read', title: 'Run of a flow' },
    load: () => import('./runs/run-screen.tsx').then((it) => ({ default: it.RunScreen })),
  },
  {
    path: '/flows/$id',
    requires: { permission: 'flows:read', title: 'Flow' },
    load: () => import('./builder/builder-screen.tsx').then((it) => ({ default: it.BuilderScreen })),
  },
];

/** The screens that links in mails of flows lead to. */
export const publicFlowScreens: Screen[] = [
  {
    path: '/approvals/$token',
    load: () => import('./approvals/approval-screen.tsx').then((it) => ({ default: it.ApprovalScreen })),
  },
  {
    path: '/resume/$token',
    load: () => import('./approvals/resume-screen.tsx').then((it) => ({ default: it.ResumeScreen })),
  },
];
