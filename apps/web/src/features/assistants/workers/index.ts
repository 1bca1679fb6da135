import { lazy } from 'react';
import type { Screen } from '../../../lib/screen.ts';

/** Loaded on demand, because the landing page that shows them also welcomes people who have no workers yet. */
export const WorkerList = lazy(() =>
  import('./list/worker-list.tsx').then((it) => ({ default: it.WorkerList })),
);
export const NewWorker = lazy(() => import('./new/new-worker.tsx').then((it) => ({ default: it.NewWorker })));

/** The screens of one worker and of one of its records. Their list is on the landing page. */
export const workerScreens: Screen[] = [
  {
    path: '/worker',
    load: () => import('./screen/worker-screen.tsx').then((it) => ({ default: it.WorkerScreen })),
  },
  {
    path: '/worker-record',
    load: () => import('./record/record-screen.tsx').then((it) => ({ default: it.RecordScreen })),
  },
];

/** The screen of a public worker, which is open to everybody (ROUTE-29). */
export const publicWorkerScreens: Screen[] = [
  {
    path: '/public/agents/$agentId',
    load: () =>
      import('./visitors/public-agent-screen.tsx').then((it) => ({ default: it.PublicAgentScreen })),
  },
];
