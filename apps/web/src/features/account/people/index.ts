import type { Screen } from '../../../lib/screen.ts';

export { AskForAccess } from './users/ask-for-access.tsx';

const loadUsers = () => import('./users/users-screen.tsx').then((it) => ({ default: it.UsersScreen }));

export const peopleScreens: Screen[] = [
  { path: '/manage-user', load: loadUsers },
  { path: '/users', load: loadUsers },
  {
    path: '/settings/company',
    load: () => import('./tenant/tenant-screen.tsx').then((it) => ({ default: it.TenantScreen })),
  },
];

/** Screens for visitors who are not signed in. */
export const publicPeopleScreens: Screen[] = [
  {
    path: '/invitation',
    load: () => import('./invitation/invitation-screen.tsx').then((it) => ({ default: it.InvitationScreen })),
  },
];
