import type { Screen } from '../../../lib/screen.ts';

/** The screens of the tools that agents use. */
export const toolScreens: Screen[] = [
  {
    path: '/settings/accounts',
    load: () => import('./accounts/accounts-screen.tsx').then((it) => ({ default: it.AccountsScreen })),
  },
  {
    path: '/tools',
    requires: { permission: 'tools:read', title: 'Tools' },
    load: () => import('./list/tools-screen.tsx').then((it) => ({ default: it.ToolsScreen })),
  },
];
