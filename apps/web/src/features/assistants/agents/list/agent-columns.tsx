import type { AgentLine } from '@atelier/contracts/assistants/agents/agent-shapes';
import { Ago } from '../../../../lib/ago.tsx';
import { AccessBadge } from '../../../../ui/content/access-badge.tsx';
import type { Column } from '../../../../ui/data-table/data-table-types.ts';
import { AgentStatusBadge } from '../agent-status-badge.tsx';

type Line = Pick<
  AgentLine,
  'name' | 'description' | 'active' | 'isPublished' | 'hasDraft' | 'access' | 'updatedAt'
>;

/** Returns the columns of a list of agents or crews, with those of its own behind the name. */
export const agentColumns = <L extends Line>(own: readonly Column<L>[] = []): Column<L>[] => [
  {
    id: 'name',
    header: 'Name',
    sortValue: ({ name }) => name,
    cell: ({ name, description }) => (
      <span className="stack-0 min-0 items-start">
        {name}
        {description === '' ? null : <span className="muted small regular clamp-1">{description}</span>}
      </span>
    ),
  },
  ...own,
  {
    id: 'status',
    header: 'Status',
    width: '12rem',
    cell: (line) => (
      <span className="stack-0 min-0 items-start">
        <AgentStatusBadge {...line} />
        {line.isPublished && line.hasDraft ? (
          <span className="muted small regular">Has unpublished changes</span>
        ) : null}
      </span>
    ),
  },
  {
    id: 'access',
    header: 'Access',
    width: '7rem',
    wideOnly: true,
    cell: ({ access }) => <AccessBadge access={access} />,
  },
  {
    id: 'updatedAt',
    header: 'Changed',
    width: '9rem',
    sortValue: ({ updatedAt }) => updatedAt,
    cell: ({ updatedAt }) => <Ago at={updatedAt} />,
  },
];
