import { defineModule, subscribe } from '../../../kernel/module/module.ts';
import { invitationAccepted } from '../people/index.ts';
import { accessRoutes } from './routes.ts';
import { keepPromises } from './service/keep-promises.ts';

export { defineVisibility, type Visibility } from './define-visibility.ts';
export { removeAccess, updateAccess } from './service/change-access.ts';
export { giveAccess } from './service/give-access.ts';
export { listUsersWithAccess } from './service/list-users-with-access.ts';
export { removeGrantsOf } from './service/remove-grants.ts';

export const accessModule = defineModule({
  name: 'access',
  routes: [accessRoutes],
  subscribers: [subscribe(invitationAccepted, keepPromises)],
  constraints: { access_grants_member: 'access.member_not_found' },
});
