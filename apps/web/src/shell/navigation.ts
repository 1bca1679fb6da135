import {
  isFlowBuilderEnabled,
  type PlatformFeature,
  platformFeatures,
} from '@atelier/contracts/kernel/constants';
import type { Permission } from '@atelier/contracts/kernel/permissions';
import {
  IconActivity,
  IconAppWindow,
  IconBook2,
  IconBrain,
  IconMessage2,
  IconPlugConnected,
  IconPrompt,
  IconRobot,
  IconRoute,
  type Icon as IconType,
  IconUserCircle,
} from '@tabler/icons-react';
import { screens } from './screens.ts';

export interface NavigationItem {
  label: string;
  to: string;
  Icon: IconType;
  /** Without a permission the item is for everybody who is signed in. */
  permission?: Permission;
  /** Shows the item only while this feature is switched on. */
  feature?: PlatformFeature | 'FLOW_BUILDER';
  /** Other addresses whose screens belong to the item. */
  covers?: readonly string[];
  /** Opens the item by loading the whole page. */
  reloads?: true;
}

/**
 * The top menu in its order (HEADER-03, HEADER-04, ROUTE-12), and Models after it. The list of agents is also the landing page.
 */
export const menu: readonly NavigationItem[] = [
  {
    label: 'Agents',
    to: '/agents',
    Icon: IconRobot,
    permission: 'agents:read',
    covers: ['/agent', '/agent-run', '/worker', '/worker-record'],
  },
  { label: 'Apps', to: '/apps', Icon: IconMessage2, permission: 'apps:read' },
  {
    label: 'Flows',
    to: '/flows',
    Icon: IconRoute,
    permission: 'flows:read',
    feature: 'FLOW_BUILDER',
    reloads: true,
    covers: ['/tools'],
  },
  { label: 'Knowledge', to: '/knowledge-base', Icon: IconBook2, permission: 'knowledge:read' },
  {
    label: 'Prompts',
    to: '/prompt-manager',
    Icon: IconPrompt,
    permission: 'prompts:read',
    feature: 'PROMPT_MANAGER',
  },
  { label: 'Monitor', to: '/monitor', Icon: IconActivity, permission: 'monitoring:read' },
  { label: 'Models', to: '/models', Icon: IconBrain, permission: 'models:read' },
];

/** Screens that are rarely opened. They are in the account menu and the command palette, not in the top menu. */
const personal: readonly NavigationItem[] = [
  { label: 'All apps', to: '/all-apps', Icon: IconAppWindow, permission: 'apps:read' },
  { label: 'Profile', to: '/settings/profile', Icon: IconUserCircle },
  { label: 'Connections', to: '/connections', Icon: IconPlugConnected, permission: 'connections:read' },
];

/** Returns true when a screen exists at this address. */
export const isBuilt = (path: string): boolean => screens.some((screen) => screen.path === path);

interface Present {
  isBuilt: (path: string) => boolean;
  features: readonly string[];
}

const ours: Present = {
  isBuilt,
  features: [...platformFeatures, ...(isFlowBuilderEnabled ? ['FLOW_BUILDER'] : [])],
};

/** Returns the items whose screen exists and whose feature is on, so that no menu has a dead link. */
export const itemsThatLead = (items: readonly NavigationItem[], present = ours): NavigationItem[] =>
  items.filter(
    ({ to, feature }) => present.isBuilt(to) && (feature === undefined || present.features.includes(feature)),
  );

export const navigation = itemsThatLead(menu);
export const personalNavigation = itemsThatLead(personal);

/** Returns the items that this user may open. */
export const permittedItems = (
  items: readonly NavigationItem[],
  may: (permission: Permission) => boolean,
): NavigationItem[] => items.filter(({ permission }) => permission === undefined || may(permission));
