import { people } from '@atelier/contracts/account/people/people';
import type { Permission } from '@atelier/contracts/kernel/permissions';
import { useMantineColorScheme } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconArrowRight, IconBuilding, IconHelp, IconLogout, IconMail, IconPlus } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useIsAdministrator } from '../../features/operate/admin/index.ts';
import { openSupport } from '../../features/operate/support/index.ts';
import { useOperator } from '../../lib/account/operator.ts';
import { useMay, useSession, useUser } from '../../lib/account/session.ts';
import { useTenants } from '../../lib/account/tenants.ts';
import { KindIcon } from '../../lib/kind-icon.tsx';
import { useRead } from '../../lib/query.ts';
import { describeError } from '../../ui/feedback/describe-error.ts';
import { toastError } from '../../ui/feedback/toasts.tsx';
import { type Command, type CommandGroup, CommandPalette } from '../../ui/guidance/command-palette.tsx';
import { colorSchemeChoices } from '../header/color-scheme-choices.ts';
import { isBuilt } from '../navigation.ts';
import { OutboxDialog } from '../outbox/outbox.tsx';
import { useSwitchTenant } from '../session/use-switch-tenant.ts';
import { type Destination, destinations } from './destinations.ts';

const typingPauseMs = 150;
const mostFound = 12;

/** Commands that open things of every kind whose name matches the query, as far as the user may see them. */
const useFound = (query: string, go: (address: string) => void): Command[] => {
  const [search] = useDebouncedValue(query.trim(), typingPauseMs);
  const request = { query: { search, limit: mostFound } };
  const found = useRead(people.endpoints.searchEntities, request, { enabled: search !== '' });
  const wanted = query.trim().toLowerCase();
  if (wanted === '') return [];
  // While somebody types, the reply is to an earlier search.
  const entities = (found.data?.entities ?? []).filter(({ name }) => name.toLowerCase().includes(wanted));
  return entities.map(({ entityId, kind, label, name, address }) => ({
    id: entityId,
    label: name,
    description: label.charAt(0).toUpperCase() + label.slice(1),
    keywords: [query],
    icon: <KindIcon kind={kind} />,
    onRun: () => go(address),
  }));
};

interface Making {
  label: string;
  /** The screen that opens its dialog when the address says `?new=1`. */
  to: string;
  permission: Permission;
  /** The value of `new` in the address, where the screen makes several kinds of things. */
  what?: string;
  keywords?: string[];
}

const makings: Making[] = [
  { label: 'New agent', to: '/agents', permission: 'agents:write', keywords: ['create', 'assistant'] },
  {
    label: 'New crew',
    to: '/agents',
    what: 'crew',
    permission: 'agents:write',
    keywords: ['create', 'team'],
  },
  {
    label: 'New worker',
    to: '/agents',
    what: 'worker',
    permission: 'agents:write',
    keywords: ['create', 'template', 'deploy'],
  },
  { label: 'New app', to: '/apps', permission: 'apps:write', keywords: ['create', 'chat'] },
  { label: 'New knowledge base', to: '/knowledge-base', permission: 'knowledge:write', keywords: ['create'] },
  {
    label: 'Invite user',
    to: '/manage-user',
    permission: 'users:write',
    keywords: ['people', 'member', 'team'],
  },
  {
    label: 'Add model provider',
    to: '/models',
    permission: 'models:write',
    keywords: ['key', 'openai', 'ollama'],
  },
  {
    label: 'New connection',
    to: '/connections',
    permission: 'connections:write',
    keywords: ['create', 'database'],
  },
];

/** Commands that open the screens that the role permits. */
const useGoTo = (): Command[] => {
  const may = useMay();
  const navigate = useNavigate();
  const isAdministrator = useIsAdministrator() === true;
  const permitted = destinations.filter(({ permission }) => permission === undefined || may(permission));
  const administration: Destination = {
    label: 'Administration',
    to: '/admin',
    keywords: ['companies', 'waiting list'],
  };
  return [...permitted, ...(isAdministrator ? [administration] : [])].map(
    ({ label, to, part, reloads = false, keywords = [] }) => ({
      id: to,
      label,
      ...(part === undefined ? {} : { description: part }),
      keywords,
      icon: <IconArrowRight size={18} />,
      onRun: () => void navigate({ href: to, reloadDocument: reloads }),
    }),
  );
};

const useMakings = (): Command[] => {
  const may = useMay();
  const navigate = useNavigate();
  return makings
    .filter(({ to, permission }) => may(permission) && isBuilt(to))
    .map(({ label, to, what = '1', keywords = [] }) => ({
      id: `new ${to} ${what}`,
      label,
      keywords,
      icon: <IconPlus size={18} />,
      onRun: () => void navigate({ to, search: { new: what } }),
    }));
};

/** Commands that switch to the other tenants of the user. */
const useTenantCommands = (): Command[] => {
  const { tenantId: current } = useUser();
  const { switchTo } = useSwitchTenant();
  return (useTenants() ?? [])
    .filter(({ tenantId, status }) => tenantId !== current && status === 'ACTIVE')
    .map(({ tenantId, tenantName }) => ({
      id: tenantId,
      label: `Switch to ${tenantName}`,
      keywords: ['company'],
      icon: <IconBuilding size={18} />,
      onRun: () => switchTo(tenantId),
    }));
};

const useAppearance = (): Command[] => {
  const { setColorScheme } = useMantineColorScheme();
  return colorSchemeChoices.map(({ value, label, Icon }) => ({
    id: `scheme-${value}`,
    label: value === 'auto' ? 'Use the system appearance' : `Switch to ${label.toLowerCase()}`,
    keywords: ['theme', 'dark', 'light', 'mode'],
    icon: <Icon size={18} />,
    onRun: () => setColorScheme(value),
  }));
};

/**
 * The command palette behind Ctrl-K or Cmd-K: go somewhere, create or find something, switch the tenant or the theme, sign out.
 */
export const Commands = () => {
  const [query, setQuery] = useState('');
  const [isOutboxOpen, setOutboxOpen] = useState(false);
  const navigate = useNavigate();
  const { end } = useSession();
  const readsOutbox = useOperator()?.readsOutbox === true;
  const account: Command[] = [
    {
      id: 'support',
      label: 'Help & support',
      keywords: ['help', 'contact', 'feedback', 'question'],
      icon: <IconHelp size={18} />,
      onRun: openSupport,
    },
    {
      id: 'sign-out',
      label: 'Sign Out',
      keywords: ['log out', 'leave'],
      icon: <IconLogout size={18} />,
      onRun: () => void end().catch((error: unknown) => toastError(describeError(error).message)),
    },
  ];
  const mails: Command = {
    id: 'outbox',
    label: 'Open outbox',
    keywords: ['mail', 'email', 'link'],
    icon: <IconMail size={18} />,
    onRun: () => setOutboxOpen(true),
  };
  const groups: CommandGroup[] = [
    { label: 'Found', commands: useFound(query, (href) => void navigate({ href })) },
    { label: 'Go to', commands: useGoTo() },
    { label: 'Create', commands: useMakings() },
    { label: 'Companies', commands: useTenantCommands() },
    { label: 'Appearance', commands: useAppearance() },
    { label: 'Account', commands: readsOutbox ? [mails, ...account] : account },
  ];
  return (
    <>
      <CommandPalette groups={groups} query={query} onQueryChange={setQuery} />
      {isOutboxOpen ? <OutboxDialog onClose={() => setOutboxOpen(false)} /> : null}
    </>
  );
};
