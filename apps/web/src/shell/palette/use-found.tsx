import { agents } from '@atelier/contracts/build/agents/agents';
import { apps } from '@atelier/contracts/build/apps';
import { knowledge } from '@atelier/contracts/content/bases/knowledge';
import { useDebouncedValue } from '@mantine/hooks';
import { IconBook2, IconMessage2, IconRobot } from '@tabler/icons-react';
import { useMay } from '../../lib/account/session.ts';
import { useRead } from '../../lib/query.ts';
import type { Command } from '../../ui/guidance/command-palette.tsx';

const typingPauseMs = 200;
const foundPerKind = 5;

/** Commands that open agents, apps and knowledge bases whose name matches the query. */
export const useFound = (query: string, go: (address: string) => void): Command[] => {
  const may = useMay();
  const [search] = useDebouncedValue(query.trim(), typingPauseMs);
  const request = { query: { search, limit: foundPerKind } };
  const isAsked = search !== '';
  const foundAgents = useRead(agents.endpoints.list, request, { enabled: isAsked && may('agents:read') });
  const foundApps = useRead(apps.endpoints.list, request, { enabled: isAsked && may('apps:read') });
  const foundBases = useRead(knowledge.endpoints.list, request, {
    enabled: isAsked && may('knowledge:read'),
  });
  if (!isAsked) return [];
  return [
    ...(foundAgents.data?.items ?? []).map((agent) => ({
      id: agent.agentId,
      label: agent.name,
      description: 'Agent',
      keywords: [query],
      icon: <IconRobot size={18} />,
      onRun: () => go(`/agent?id=${agent.agentId}`),
    })),
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
