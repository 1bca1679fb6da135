import { apps } from '@atelier/contracts/build/apps';
import { knowledge } from '@atelier/contracts/content/bases/knowledge';
import { useDebouncedValue } from '@mantine/hooks';
import { IconBook2, IconMessage2 } from '@tabler/icons-react';
import { useRead } from '../../lib/query.ts';
import type { Command } from '../../ui/guidance/command-palette.tsx';
import { isBuilt } from '../navigation.ts';

const typingPauseMs = 200;
const foundPerKind = 5;

/** Commands that open apps and knowledge bases whose name matches the query. */
export const useFound = (query: string, go: (to: string) => void): Command[] => {
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
