export { defineEntity } from './define-entity.ts';
export { orderSharedNotice } from './service/access-mails.ts';
export { removeAccess, removeGrants, updateAccess } from './service/change-access.ts';
export { giveAccess } from './service/give-access.ts';
export { listUsersWithAccess } from './service/list-users-with-access.ts';
