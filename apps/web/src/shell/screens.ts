import { accountScreens } from '../features/account/index.ts';
import { adminScreens } from '../features/admin/index.ts';
import { appScreens } from '../features/apps/index.ts';
import { auditScreens } from '../features/audit/index.ts';
import { billingScreens } from '../features/billing/index.ts';
import { connectionScreens, publicConnectionScreens } from '../features/connections/index.ts';
import { identityScreens } from '../features/identity/index.ts';
import { knowledgeScreens } from '../features/knowledge/index.ts';
import { modelScreens } from '../features/models/index.ts';
import { openidScreens } from '../features/openid/index.ts';
import { paymentScreens } from '../features/payments/index.ts';
import { peopleScreens, publicPeopleScreens } from '../features/people/index.ts';
import { storageScreens } from '../features/storage/index.ts';
import type { Screen } from '../lib/screen.ts';

/** Every screen behind the guard; a feature brings its own. */
export const screens: Screen[] = [
  {
    path: '/agents',
    load: () => import('./home/home-screen.tsx').then((it) => ({ default: it.HomeScreen })),
  },
  ...appScreens,
  ...knowledgeScreens,
  ...modelScreens,
  ...connectionScreens,
  ...peopleScreens,
  ...auditScreens,
  ...accountScreens,
  ...billingScreens,
  ...paymentScreens,
  ...storageScreens,
  ...adminScreens,
];

/** Every screen before the guard, for whoever comes. */
export const publicScreens: Screen[] = [
  ...identityScreens,
  ...openidScreens,
  ...publicPeopleScreens,
  ...publicConnectionScreens,
];
