export { AppUsersList } from './app-users-list.tsx';
