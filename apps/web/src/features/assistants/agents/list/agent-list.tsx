import type { AgentLine } from '@atelier/contracts/assistants/agents/agent-shapes';
import { Button, NativeSelect } from '@mantine/core';
import { IconFileSearch, IconMail, IconPlus, IconReceipt } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../../../../lib/account/session.ts';
import { byChange, EntityList, useListFilter } from '../../../../lib/entities/entity-list.tsx';
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx';
import { AgentsIllustration } from '../../../../ui/theme/illustrations.tsx';
import { NothingShared } from '../../../account/access/index.ts';
import { WaitingNote } from '../../flows/index.ts';
import { useAgents } from '../api.ts';
import { DeleteAgentDialog } from '../delete-agent-dialog.tsx';
import { agentStatusWords, readStatus } from '../model/agent-status.ts';
import { agentExamples } from '../model/examples.ts';
import { type ActionTarget, useAgentActions } from '../use-agent-actions.tsx';
import { agentColumns } from './agent-columns.tsx';
import classes from './list.module.css';

const icons = { research: IconFileSearch, inbox: IconMail, offers: IconReceipt };

/** Agents to begin with. Choosing one opens the wizard with its fields filled in. */
const AgentExamples = () => (
  <section aria-labelledby="agent-examples">
    <h2 id="agent-examples" className="medium below-3 title-sm">
      Begin with an example
    </h2>
    <ul className="stack-3 bare cards">
      {agentExamples.map(({ id, name, description }) => {
        const Icon = icons[id];
        return (
          <li key={id}>
            <Link to="/agents" search={{ new: '1', example: id }} className={classes.example}>
              <span className="accent-text no-leading">
                <Icon size={22} stroke={1.6} aria-hidden />
              </span>
              <span className="medium">{name}</span>
              <span className="muted small regular">{description}</span>
            </Link>
          </li>
        );
      })}
    </ul>
  </section>
);

const columns = agentColumns<AgentLine>();
/** The statuses to filter by. */
export const statusChoices = [
  { value: '', label: 'Every status' },
  ...Object.entries(agentStatusWords).map(([value, { label }]) => ({ value, label })),
];

const NoAgents = ({ onNew }: { onNew: (() => void) | undefined }) => {
  const seesAll = useMay()('entities:all');
  if (!seesAll) return <NothingShared compact what="agents" />;
  if (!onNew) {
    return (
      <EmptyState compact illustration={<AgentsIllustration />} title="No agents yet">
        Nobody has made one yet. Ask a builder of your company for an agent.
      </EmptyState>
    );
  }
  return (
    <div className="stack-6">
      <EmptyState
        illustration={<AgentsIllustration />}
        title="Make your first agent"
        action={
          <Button leftSection={<IconPlus size={16} />} onClick={onNew}>
            New agent
          </Button>
        }
      >
        An agent does a task that takes several steps: it searches your knowledge, uses tools, and asks you
        before it does anything outside. Describe the work, or begin with one of these.
      </EmptyState>
      <AgentExamples />
    </div>
  );
};

/** The agents that the user may see (ROUTE-08). */
export const AgentList = ({ onNew }: { onNew: (() => void) | undefined }) => {
  const filter = useListFilter({ word: 'status', read: readStatus, ...byChange });
  const list = useAgents({ search: filter.search, status: filter.choice, ...filter.query });
  const [deleting, setDeleting] = useState<ActionTarget>();
  return (
    <>
      <EntityList
        {...{ list, filter, columns }}
        one="agent"
        many="agents"
        nothingYet={<NoAgents onNew={onNew} />}
        nothingFits="Choose another status, or clear the search."
        above={<WaitingNote />}
        toolbar={
          <NativeSelect
            aria-label="Filter by status"
            data={statusChoices}
            value={filter.choice ?? ''}
            onChange={(event) => filter.setChoice(event.currentTarget.value)}
          />
        }
        rowId={({ agentId }) => agentId}
        rowLabel={({ name }) => name}
        rowLink={({ agentId }) => `/agent?id=${agentId}`}
        rowActions={useAgentActions(setDeleting)}
      />
      {deleting ? <DeleteAgentDialog agent={deleting} onClose={() => setDeleting(undefined)} /> : null}
    </>
  );
};
