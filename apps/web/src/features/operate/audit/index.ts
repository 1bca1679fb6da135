import type { Screen } from '../../../lib/screen.ts';

export const auditScreens: Screen[] = [
  {
    path: '/settings/audit',
    load: () => import('./audit-screen.tsx').then((it) => ({ default: it.AuditScreen })),
  },
];
