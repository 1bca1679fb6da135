import { agents } from '@atelier/contracts/build/agents/agents';
import { apps } from '@atelier/contracts/build/apps';
import { useDebouncedValue } from '@mantine/hooks';
import { usePages } from '../../../../lib/query.ts';
import { useKnowledgeChoices } from '../../../content/bases/index.ts';
import type { Choices } from './link-field.tsx';

const typingPauseMs = 200;

const useByName = (typed: string) => {
  const [search] = useDebouncedValue(typed.trim(), typingPauseMs);
  return { query: { search, sort: 'name', order: 'asc' } } as const;
};

export const useBaseChoices = (typed: string): Choices => {
  const { choices, ...rest } = useKnowledgeChoices(typed);
  return { choices: choices.map(({ knowledgeBaseId, name }) => ({ id: knowledgeBaseId, name })), ...rest };
};

export const useAppChoices = (typed: string): Choices => {
  const { query, rows, first } = usePages(apps.endpoints.list, useByName(typed));
  const choices = rows.map(({ appId, name }) => ({ id: appId, name }));
  return { choices, total: first?.total, hasFailed: query.isError };
};

/** Agents that this one may hand work to: the published ones, and never itself. */
export const useAgentChoices = (typed: string, self: string | undefined): Choices => {
  const { query, rows, first } = usePages(agents.endpoints.list, useByName(typed));
  const choices = rows
    .filter(({ agentId }) => agentId !== self)
    .map(({ agentId, name, isPublished }) => ({
      id: agentId,
      name: isPublished ? name : `${name} (not published)`,
    }));
  return { choices, total: first && choices.length === 0 ? 0 : first?.total, hasFailed: query.isError };
};
