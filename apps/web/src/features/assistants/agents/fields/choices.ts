import { agents } from '@atelier/contracts/assistants/agents/agents';
import { apps } from '@atelier/contracts/assistants/apps';
import { flows } from '@atelier/contracts/assistants/flows/flows';
import { mcps } from '@atelier/contracts/assistants/tools/mcps';
import { tools } from '@atelier/contracts/assistants/tools/tools';
import { useDebouncedValue } from '@mantine/hooks';
import { usePages, useRead } from '../../../../lib/query.ts';
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

export const useFlowChoices = (typed: string): Choices => {
  const { query, rows, first } = usePages(flows.endpoints.list, useByName(typed));
  const choices = rows.map(({ flowId, displayName }) => ({ id: flowId, name: displayName }));
  return { choices, total: first?.total, hasFailed: query.isError };
};

/** The tools that every company has, as far as they need no connection, and after them those of the company. */
export const useToolChoices = (typed: string): Choices => {
  const ready = useRead(tools.endpoints.listDefaults, { query: {} }, { staleTime: 300_000 });
  const own = usePages(tools.endpoints.list, useByName(typed));
  const wanted = typed.trim().toLowerCase();
  const choices = [
    ...(ready.data?.tools ?? []).filter(
      ({ connection, name }) => connection === null && name.toLowerCase().includes(wanted),
    ),
    ...own.rows,
  ].map(({ toolId, name }) => ({ id: toolId, name }));
  return {
    choices,
    total: ready.isPending ? undefined : choices.length,
    hasFailed: ready.isError || own.query.isError,
  };
};

export const useMcpChoices = (typed: string): Choices => {
  const { query, rows, first } = usePages(mcps.endpoints.list, useByName(typed));
  const choices = rows.map(({ mcpId, name, active }) => ({
    id: mcpId,
    name: active ? name : `${name} (switched off)`,
  }));
  return { choices, total: first?.total, hasFailed: query.isError };
};

/** The tools of an MCP server that the company lets its agents use. */
export const useMcp = (id: string) => useRead(mcps.endpoints.get, { params: { id }, query: {} });

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
