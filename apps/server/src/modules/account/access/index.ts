export { defineEntity } from './define-entity.ts';

export { removeAccess, updateAccess } from './service/change-access.ts';

export { giveAccess } from './service/give-access.ts';

export { listUsersWithAccess } from './service/list-users-with-access.ts';

export { removeGrants } from './service/remove-grants.ts';

export { orderSharedNotice } from './service/shared-notice.ts';
