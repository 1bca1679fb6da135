import type { Permission } from '@atelier/contracts/permissions';
import { screens } from './screens.ts';

export interface NavigationItem {
  label: string;
  to: string;
  permission: Permission;
}

/** The top menu in its order (HEADER-02, HEADER-03). */
const menu: NavigationItem[] = [
  { label: 'Apps', to: '/apps', permission: 'apps:read' },
  { label: 'Knowledge', to: '/knowledge-base', permission: 'knowledge:read' },
];

/** Screens that are rarely opened: in the account menu and the command palette, not in the top menu. */
const settings: NavigationItem[] = [{ label: 'Models', to: '/models', permission: 'models:read' }];

/** Whether a screen stands at this address. */
export const isBuilt = (path: string): boolean => screens.some((screen) => screen.path === path);

/** What of the menu leads somewhere. */
export const navigation = menu.filter((item) => isBuilt(item.to));
export const settingsNavigation = settings.filter((item) => isBuilt(item.to));
