import type { Permission } from '@atelier/contracts/kernel/permissions';
import { billingSections } from '../../features/money/payments/index.ts';
import { settingsSections } from '../../lib/settings-page.tsx';
import { navigation, personalNavigation } from '../navigation.ts';

/** A screen that the palette leads to. */
export interface Destination {
  label: string;
  to: string;
  /** The part of the product that the screen belongs to. */
  part?: string;
  permission?: Permission | undefined;
  reloads?: boolean;
  /** Other words by which the screen is found. */
  keywords?: string[];
}

/** Words that people use for a screen and that its name does not contain. */
const otherWords: Record<string, string[]> = {
  '/agents': ['home', 'start', 'dashboard', 'shared'],
  '/flows': ['workflows', 'automations', 'webhooks', 'schedules', 'steps'],
  '/knowledge-base': ['documents', 'files', 'sources', 'bases'],
  '/prompt-manager': ['instructions', 'texts'],
  '/apps': ['chats', 'bots', 'widget'],
  '/monitor': ['monitoring', 'statistics', 'metrics', 'unanswered', 'questions', 'costs'],
  '/models': ['provider', 'openai', 'ollama', 'embedding'],
  '/manage-user': ['people', 'members', 'team', 'invitations', 'roles'],
  '/settings/company': ['rename', 'ownership', 'delete'],
  '/settings/audit': ['history', 'changes'],
  '/settings/profile': ['picture', 'name', 'email', 'account'],
  '/settings/security': ['password', 'two-factor', '2fa', 'passkey', 'sessions', 'devices'],
  '/settings/accounts': ['mcp', 'connect', 'services', 'sign in', 'agents'],
  '/settings/memory': ['remember', 'forget', 'facts', 'agents'],
  '/settings/about': ['version', 'licences'],
  '/pricing/overview': ['subscription', 'plan'],
  '/pricing/history': ['invoices', 'receipts'],
  '/pricing/credit-usage': ['credits', 'spending', 'costs'],
  '/pricing/usage-limit': ['credits', 'budget'],
  '/pricing/knowledge-storage': ['space', 'files'],
};

const further: Destination[] = [
  {
    label: 'Crews',
    to: '/agents?list=crews',
    part: 'Agents',
    permission: 'agents:read',
    keywords: ['teams', 'supervisors'],
  },
  {
    label: 'Workers',
    to: '/agents?list=workers',
    part: 'Agents',
    permission: 'agents:read',
    keywords: ['records', 'queue', 'decide', 'approve', 'inbox', 'automation'],
  },
  {
    label: 'Alerts',
    to: '/monitor?tab=alerts',
    part: 'Monitor',
    permission: 'monitoring:write',
    keywords: ['warnings', 'notifications', 'limits'],
  },
  {
    label: 'Import documents',
    to: '/knowledge-base/data-import',
    permission: 'knowledge:write',
    keywords: ['upload'],
  },
  {
    label: 'Reports',
    to: '/apps/reports',
    part: 'Apps',
    permission: 'apps:read',
    keywords: ['questions', 'statistics', 'usage'],
  },
  {
    label: 'Plans',
    to: '/pricing/overview/plan',
    part: 'Billing',
    permission: 'billing:write',
    keywords: ['upgrade'],
  },
  {
    label: 'Runs',
    to: '/runs',
    permission: 'runs:read',
    keywords: ['imports', 'syncs', 'builds', 'jobs', 'progress'],
  },
  {
    label: 'Runs of flows',
    to: '/workflow',
    part: 'Flows',
    permission: 'flows:read',
    keywords: ['executions', 'history', 'failed'],
  },
  {
    label: 'Approvals',
    to: '/approvals',
    part: 'Flows',
    permission: 'flows:read',
    keywords: ['decisions', 'waiting', 'approve', 'reject', 'agents'],
  },
  {
    label: 'Tools',
    to: '/tools',
    part: 'Flows',
    permission: 'tools:read',
    keywords: ['api', 'openapi', 'functions', 'agents'],
  },
  { label: 'Cancel plan', to: '/cancel-plan', part: 'Billing', permission: 'billing:write' },
];

const named = (destination: Destination): Destination => ({
  keywords: otherWords[destination.to] ?? [],
  ...destination,
});

/** Every screen that has an address of its own, in the order of the menus. */
export const destinations: readonly Destination[] = [
  ...[...navigation, ...personalNavigation].filter(({ to }) => !settingsSections.some((it) => it.to === to)),
  ...settingsSections.map((section) => ({ ...section, part: 'Settings' })),
  ...billingSections.map((section) => ({ ...section, part: 'Billing', permission: 'billing:read' as const })),
  ...further,
].map(named);
