import type { Agent } from '@atelier/contracts/assistants/agents/agent-shapes';
import { Button } from '@mantine/core';
import { Navigate, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../../../../lib/account/session.ts';
import { ApiPanels } from '../../../../lib/programs/api-panels.tsx';
import { useUrlState } from '../../../../ui/behaviour/use-url-state.ts';
import { AccessBadge } from '../../../../ui/content/access-badge.tsx';
import { Facts } from '../../../../ui/content/facts.tsx';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import { ActionsMenu } from '../../../../ui/layout/actions-menu.tsx';
import { Page } from '../../../../ui/layout/page.tsx';
import { Panel } from '../../../../ui/layout/panel.tsx';
import { UrlTabs } from '../../../../ui/layout/url-tabs.tsx';
import { AccessPanel } from '../../../account/access/index.ts';
import { AttacksTab, GateDialog, TestsTab } from '../../../operate/evaluation/index.ts';
import { AgentStatusBadge } from '../agent-status-badge.tsx';
import { useAgent } from '../api.ts';
import { DeleteAgentDialog } from '../delete-agent-dialog.tsx';
import { type AgentEditing, useAgentForm } from '../editing/use-agent-form.ts';
import { agentCalls } from '../model/agent-calls.ts';
import { detectAgentKind } from '../model/crew.ts';
import { AgentRunTable } from '../runs/run-table.tsx';
import { TryAgent } from '../try/try-agent.tsx';
import { useAgentActions } from '../use-agent-actions.tsx';
import { VersionsTab } from '../versions/versions-tab.tsx';
import { Settings } from './settings.tsx';

/** The description of an agent for those who use it and do not change it. */
const AgentFacts = ({ agent: { description, instructions, links } }: { agent: Agent }) => {
  const used = links.flatMap(({ name }) => (name === null ? [] : [name]));
  return (
    <Panel title="What it does">
      <Facts
        layout="stack"
        facts={[
          ['Description', description || null],
          [
            'Instructions',
            <span key="instructions" className="pre-wrap">
              {instructions}
            </span>,
          ],
          ['It uses', used.join(', ') || null],
        ]}
      />
    </Panel>
  );
};

interface AgentActionsProps {
  editing: AgentEditing;
  onDelete: () => void;
}

/** The actions on an agent, in the head of its page. */
const AgentActions = ({ editing, onDelete }: AgentActionsProps) => {
  const { saved, form, publish, isPublishing, patch } = editing;
  const actions = useAgentActions(onDelete, ({ active, abilities }) => patch({ active, abilities }))(saved);
  const hasChanges = saved.hasDraft || !saved.isPublished || form.isDirty;
  return (
    <>
      <Button loading={isPublishing} disabled={!hasChanges || form.isSubmitting} onClick={publish}>
        {hasChanges ? 'Publish' : 'Published'}
      </Button>
      <ActionsMenu
        label={`Actions for ${saved.name}`}
        actions={actions.filter(({ label }) => label !== 'Edit')}
      />
    </>
  );
};

const describeApiAccess = ({ isPublished, active }: Agent): string => {
  if (!isPublished) return 'Programs can ask this agent once it is published.';
  if (!active) return 'Programs can ask this agent once it is switched on again.';
  return 'Each request is a run of the published version, listed under Runs. When somebody has to decide about a step, the reply says so and how.';
};

/** Shows how programs can ask the agent. */
const ApiTab = ({ agent }: { agent: Agent }) => (
  <ApiPanels
    title="Ask this agent"
    idLabel="Agent id"
    id={agent.agentId}
    about={describeApiAccess(agent)}
    forms={agentCalls({ origin: location.origin, agentId: agent.agentId })}
  />
);

const breadcrumbs = [{ label: 'Agents', to: '/agents' }];
const crewBreadcrumbs = [{ label: 'Crews', to: '/agents?list=crews' }];

const AgentAccess = ({ agent }: { agent: Agent }) => (
  <AccessPanel
    entityId={agent.agentId}
    what={`the ${detectAgentKind(agent.agentId)} “${agent.name}”`}
    description={
      agent.access === 'PUBLIC'
        ? 'Everybody in your company may use it, except operators, who get access here.'
        : 'Only the people listed here may see and use it.'
    }
  />
);

/** The page for those who may only run the agent. */
const Overview = ({ agent }: { agent: Agent }) => (
  <div className="stack-4 one-column">
    <AgentFacts agent={agent} />
    {agent.abilities['canRun'] === true ? <TryAgent agent={agent} /> : null}
  </div>
);

interface LoadedProps {
  agent: Agent;
  /** Loads the agent as the server has it now. */
  onReload: () => void;
}

const Loaded = ({ agent, onReload }: LoadedProps) => {
  const may = useMay();
  const navigate = useNavigate();
  const editing = useAgentForm(agent);
  const { saved } = editing;
  const [isDeleting, setDeleting] = useState(false);
  const mayWrite = saved.abilities['canWrite'] === true;
  return (
    <Page
      title={saved.name}
      breadcrumbs={saved.crew === null ? breadcrumbs : crewBreadcrumbs}
      aside={
        <span className="inline-3 flex-wrap">
          <AgentStatusBadge {...saved} />
          <AccessBadge access={saved.access} />
        </span>
      }
      {...(saved.description === '' ? {} : { description: saved.description })}
      actions={mayWrite ? <AgentActions editing={editing} onDelete={() => setDeleting(true)} /> : undefined}
    >
      <UrlTabs
        label={`Sections of the ${detectAgentKind(saved.agentId)}`}
        tabs={[
          ...(mayWrite
            ? [
                {
                  value: 'settings',
                  label: 'Settings',
                  content: <Settings editing={editing} onReload={onReload} />,
                },
              ]
            : [{ value: 'overview', label: 'Overview', content: <Overview agent={saved} /> }]),
          { value: 'api', label: 'API', content: <ApiTab agent={saved} /> },
          { value: 'runs', label: 'Runs', content: <AgentRunTable agentId={saved.agentId} /> },
          ...(mayWrite
            ? [
                { value: 'versions', label: 'Versions', content: <VersionsTab editing={editing} /> },
                {
                  value: 'tests',
                  label: 'Tests',
                  content: <TestsTab subject={{ agentId: saved.agentId }} />,
                },
                {
                  value: 'attacks',
                  label: 'Attacks',
                  content: <AttacksTab subject={{ agentId: saved.agentId }} />,
                },
              ]
            : []),
          ...(mayWrite && may('entities:all')
            ? [{ value: 'access', label: 'Access', content: <AgentAccess agent={saved} /> }]
            : []),
        ]}
      />
      {editing.held ? (
        <GateDialog
          tests={editing.held.tests}
          change={{ draftOf: saved.agentId }}
          verb="Publish"
          onSave={editing.held.publish}
          onClose={editing.held.letGo}
        />
      ) : null}
      {isDeleting ? (
        <DeleteAgentDialog
          agent={saved}
          onClose={() => setDeleting(false)}
          onDeleted={() =>
            void navigate({
              to: '/agents',
              search: saved.crew === null ? {} : { list: 'crews' },
              replace: true,
              ignoreBlocker: true,
            })
          }
        />
      ) : null}
    </Page>
  );
};

const AgentLoader = ({ id }: { id: string }) => {
  const query = useAgent(id);
  const [epoch, setEpoch] = useState(0);
  const reload = async () => {
    await query.refetch();
    setEpoch((before) => before + 1);
  };
  // The cache may be older than the server, and the form keeps the first value that it is given.
  if (query.data && query.isFetchedAfterMount) {
    return (
      <Loaded key={`${query.data.agentId}:${epoch}`} agent={query.data} onReload={() => void reload()} />
    );
  }
  return (
    <Page title="Agent" breadcrumbs={breadcrumbs}>
      <QueryView query={query} errorTitle="This agent could not be opened">
        {() => null}
      </QueryView>
    </Page>
  );
};

/** `/agent?id=`: the page of one agent (ROUTE-07). Without an id it leads to the list. */
export const AgentScreen = () => {
  const [id] = useUrlState('id');
  return id === '' ? <Navigate to="/agents" replace /> : <AgentLoader id={id} />;
};
