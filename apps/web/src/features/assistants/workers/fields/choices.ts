import { crews } from '@atelier/contracts/assistants/agents/crews';
import { workers } from '@atelier/contracts/assistants/workers/workers';
import { connections } from '@atelier/contracts/content/connections/connections';
import { useDebouncedValue } from '@mantine/hooks';
import { usePages } from '../../../../lib/query.ts';

const typingPauseMs = 200;

const useByName = (typed: string) => {
  const [search] = useDebouncedValue(typed.trim(), typingPauseMs);
  return { query: { search, sort: 'name', order: 'asc' } } as const;
};

export const useCrewChoices = (typed: string) => {
  const { query, rows } = usePages(crews.endpoints.list, useByName(typed));
  const choices = rows.map(({ crewId, name, isPublished }) => ({
    id: crewId,
    name: isPublished ? name : `${name} (not published)`,
  }));
  return { choices, hasFailed: query.isError };
};

/** Workers that results can be passed on to. */
export const useWorkerChoices = (typed: string) => {
  const { query, rows } = usePages(workers.endpoints.list, useByName(typed));
  return { choices: rows.map(({ workerId, name }) => ({ id: workerId, name })), hasFailed: query.isError };
};

/** The mailbox that a worker for mail begins with; no id when there is none, or the user may not see it. */
export const useFirstMailbox = () => {
  const { query, rows } = usePages(connections.endpoints.list, { query: { kind: 'MAIL' } });
  return { id: rows[0]?.connectionId, isPending: query.isPending };
};

/** Connections to mailboxes. */
export const useMailboxChoices = (typed: string) => {
  const [search] = useDebouncedValue(typed.trim(), typingPauseMs);
  const { query, rows } = usePages(connections.endpoints.list, { query: { search, kind: 'MAIL' } });
  return {
    choices: rows.map(({ connectionId, name }) => ({ id: connectionId, name })),
    hasFailed: query.isError,
  };
};
