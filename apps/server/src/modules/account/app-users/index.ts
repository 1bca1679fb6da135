export { signInLook } from './service/find-app.ts';
export { inviteAppUser } from './service/invite-app-user.ts';
export { revokeAppAccess } from './service/manage-app-users.ts';
export { hasAppAccess } from './service/own-access.ts';
export { appUserProfiles } from './tables.ts';
