export { tenantEvents } from './events.ts';
export { activeMemberships, members, tenantProfiles } from './tables.ts';
