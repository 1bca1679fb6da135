export { userProfiles } from './tables.ts';
