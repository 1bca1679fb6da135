import type { AgentRunDetails } from '@atelier/contracts/assistants/agents/agent-run-shapes';
import { Stack } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { formatMoment } from '../../../../lib/format.ts';
import { useUrlState } from '../../../../ui/behaviour/use-url-state.ts';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import { Page } from '../../../../ui/layout/page.tsx';
import { Panel } from '../../../../ui/layout/panel.tsx';
import { AgentRunView } from './agent-run-view.tsx';
import { useAgentRun } from './api.ts';

const breadcrumbs = [{ label: 'Agents', to: '/agents' }];

const Loaded = ({ run }: { run: AgentRunDetails }) => {
  const navigate = useNavigate();
  const { runId, agentId, agentName, environment, queuedAt, input, documents } = run;
  const ofAgent = { label: agentName ?? 'Deleted agent', to: `/agent?id=${agentId}` };
  return (
    <Page
      title={`Run of ${agentName ?? 'a deleted agent'}`}
      breadcrumbs={agentName === null ? breadcrumbs : [...breadcrumbs, ofAgent]}
      description={`${environment === 'TESTING' ? 'Test of the draft, started' : 'Started'} on ${formatMoment(queuedAt)}`}
    >
      <Stack gap="lg">
        <Panel title="Task">
          <p className="flat break-anywhere pre-wrap">{input}</p>
          {documents.length === 0 ? null : (
            <p className="note regular">With the text of {documents.join(', ')}.</p>
          )}
        </Panel>
        <Panel title="What happened">
          <AgentRunView
            runId={runId}
            onContinued={(id) => void navigate({ to: '/agent-run', search: { id } })}
          />
        </Panel>
      </Stack>
    </Page>
  );
};

/** `/agent-run?id=`: one run of an agent, live while it goes on. */
export const AgentRunScreen = () => {
  const [id] = useUrlState('id');
  const query = useAgentRun(id);
  if (query.data) return <Loaded key={query.data.runId} run={query.data} />;
  return (
    <Page title="Run" breadcrumbs={breadcrumbs}>
      <QueryView query={query} errorTitle="This run could not be opened">
        {() => null}
      </QueryView>
    </Page>
  );
};
