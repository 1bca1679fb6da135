import { accountScreens, identityScreens, openidScreens } from '../features/account/identity/index.ts';
import { peopleScreens, publicPeopleScreens } from '../features/account/people/index.ts';
import { agentScreens } from '../features/assistants/agents/index.ts';
import { appScreens } from '../features/assistants/apps/index.ts';
import { chatScreens } from '../features/assistants/chat/index.ts';
import { flowScreens, publicFlowScreens } from '../features/assistants/flows/index.ts';
import { promptScreens } from '../features/assistants/prompts/index.ts';
import { toolScreens } from '../features/assistants/tools/index.ts';
import { publicWorkerScreens, workerScreens } from '../features/assistants/workers/index.ts';
import { knowledgeScreens } from '../features/content/bases/index.ts';
import { connectionScreens, publicConnectionScreens } from '../features/content/connections/index.ts';
import { modelScreens } from '../features/content/models/index.ts';
import { storageScreens } from '../features/content/storage/index.ts';
import { billingScreens } from '../features/money/billing/index.ts';
import { paymentScreens } from '../features/money/payments/index.ts';
import { adminScreens } from '../features/operate/admin/index.ts';
import { auditScreens } from '../features/operate/audit/index.ts';
import { monitoringScreens } from '../features/operate/monitoring/index.ts';
import { runScreens } from '../features/operate/runs/index.ts';
import type { Screen } from '../lib/screen.ts';

/** Every screen that requires a signed-in user; each feature contributes its own. */
export const screens: Screen[] = [
  {
    path: '/agents',
    load: () => import('./home/home-screen.tsx').then((it) => ({ default: it.HomeScreen })),
  },
  ...appScreens,
  ...chatScreens,
  ...agentScreens,
  ...workerScreens,
  ...flowScreens,
  ...toolScreens,
  ...promptScreens,
  ...knowledgeScreens,
  ...modelScreens,
  ...connectionScreens,
  ...peopleScreens,
  ...auditScreens,
  ...runScreens,
  ...monitoringScreens,
  ...accountScreens,
  ...billingScreens,
  ...paymentScreens,
  ...storageScreens,
  ...adminScreens,
];

/** Every screen that is open to everybody. */
export const publicScreens: Screen[] = [
  ...identityScreens,
  ...openidScreens,
  ...publicPeopleScreens,
  ...publicConnectionScreens,
  ...publicFlowScreens,
  ...publicWorkerScreens,
];
