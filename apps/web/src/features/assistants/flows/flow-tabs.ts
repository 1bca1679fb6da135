import type { Permission } from '@atelier/contracts/kernel/permissions';

const tabs: readonly { to: string; label: string; permission?: Permission }[] = [
  { to: '/flows', label: 'Flows' },
  { to: '/tools', label: 'Tools', permission: 'tools:read' },
  { to: '/workflow', label: 'Runs' },
  { to: '/approvals', label: 'Approvals' },
];

/** Returns the links between flows, tools, runs and approvals that a user may follow. */
export const flowTabs = (may: (permission: Permission) => boolean) =>
  tabs
    .filter(({ permission }) => permission === undefined || may(permission))
    .map(({ to, label }) => ({ to, label }));
