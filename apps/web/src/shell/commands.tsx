import { apps } from '@atelier/contracts/apps';
import { knowledge } from '@atelier/contracts/knowledge';
import { useMantineColorScheme } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconArrowRight, IconBook2, IconHelp, IconLogout, IconMessage2, IconPlus } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { openSupport } from '../features/support/index.ts';
import { useRead } from '../lib/query.ts';
import { useMay, useSession } from '../lib/session.ts';
import { type Command, type CommandGroup, CommandPalette } from '../ui/command-palette.tsx';
import { colorSchemeChoices } from './header/color-scheme-choices.ts';
import { isBuilt, navigation, permittedItems, personalNavigation } from './navigation.ts';

const typingPauseMs = 200;
const foundPerKind = 5;

/** Apps and knowledge bases by name. */
const useFound = (query: string, go: (to: string) => void): Command[] => {
  const [search] = useDebouncedValue(query.trim(), typingPauseMs);
  const request = { query: { search, limit: foundPerKind } };
  const foundApps = useRead(apps.endpoints.list, request, { enabled: search !== '' && isBuilt('/apps') });
  const foundBases = useRead(knowledge.endpoints.list, request, {
    enabled: search !== '' && isBuilt('/knowledge-base'),
  });
  if (search === '') return [];
  return [
    ...(foundApps.data?.items ?? []).map((app) => ({
      id: app.appId,
      label: app.name,
      description: 'App',
      keywords: [query],
      icon: <IconMessage2 size={18} />,
      onRun: () => go(`/apps/${app.appId}`),
    })),
    ...(foundBases.data?.items ?? []).map((base) => ({
      id: base.knowledgeBaseId,
      label: base.name,
      description: 'Knowledge base',
      keywords: [query],
      icon: <IconBook2 size={18} />,
      onRun: () => go(`/knowledge-base/${base.knowledgeBaseId}`),
    })),
  ];
};

/** What Ctrl-K or Cmd-K offers: go somewhere, make something, find something, change the look, leave. */
export const Commands = () => {
  const [query, setQuery] = useState('');
  const navigate = useNavigate();
  const may = useMay();
  const { end } = useSession();
  const { setColorScheme } = useMantineColorScheme();
  const go = (to: string) => void navigate({ to });
  const open = (to: string) => void navigate({ to, search: { new: '1' } });

  const create: Command[] = [
    ...(may('knowledge:write') && isBuilt('/knowledge-base')
      ? [
          {
            id: 'new-kb',
            label: 'New knowledge base',
            icon: <IconPlus size={18} />,
            onRun: () => open('/knowledge-base'),
          },
        ]
      : []),
    ...(may('apps:write') && isBuilt('/apps')
      ? [{ id: 'new-app', label: 'New app', icon: <IconPlus size={18} />, onRun: () => open('/apps') }]
      : []),
  ];
  const groups: CommandGroup[] = [
    { label: 'Found', commands: useFound(query, go) },
    {
      label: 'Go to',
      commands: [
        ...permittedItems([...navigation, ...personalNavigation], may).map(
          ({ label, to, reloads = false }) => ({
            id: to,
            label,
            icon: <IconArrowRight size={18} />,
            onRun: () => void navigate({ to, reloadDocument: reloads }),
          }),
        ),
      ],
    },
    { label: 'Create', commands: create },
    {
      label: 'Appearance',
      commands: colorSchemeChoices.map(({ value, label, Icon }) => ({
        id: `scheme-${value}`,
        label: value === 'auto' ? 'Use the system appearance' : `Switch to ${label.toLowerCase()}`,
        keywords: ['theme', 'dark', 'light', 'mode'],
        icon: <Icon size={18} />,
        onRun: () => setColorScheme(value),
      })),
    },
    {
      label: 'Account',
      commands: [
        {
          id: 'support',
          label: 'Help & support',
          keywords: ['help', 'contact', 'feedback', 'question'],
          icon: <IconHelp size={18} />,
          onRun: openSupport,
        },
        { id: 'sign-out', label: 'Sign Out', icon: <IconLogout size={18} />, onRun: () => void end() },
      ],
    },
  ];
  return <CommandPalette groups={groups} query={query} onQueryChange={setQuery} />;
};
