import type { Screen } from '../../../lib/screen.ts';

export { answerRun } from './answer-run.ts';
export { AppFeedback } from './app-feedback.tsx';
export { AppQuestions } from './app-questions.tsx';
export { CuratedTab } from './curated/curated-tab.tsx';
export { AppReport } from './reports/app-report.tsx';

/** The reports on all apps. */
export const chatScreens: Screen[] = [
  {
    path: '/apps/reports',
    load: () => import('./reports/reports-screen.tsx').then((it) => ({ default: it.ReportsScreen })),
  },
];
