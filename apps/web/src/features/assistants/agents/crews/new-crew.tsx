import { Page } from '../../../../ui/layout/page.tsx';
import { type AgentForm, crewSteps, newAgentValues } from '../model/agent-form.ts';
import { AgentWizard } from '../new/agent-wizard.tsx';
import { useCreateCrew } from './api.ts';

const emptyCrew = () => ({ ...newAgentValues(), instructions: '', crew: { supervisorId: null } });

const toNewCrew = ({ name, description, access, instructions, crew, agentIds }: AgentForm) => {
  const supervisorId = crew?.supervisorId ?? null;
  return {
    ...{ name, description, access, instructions },
    supervisor: supervisorId === null ? null : { agentId: supervisorId },
    subordinates: agentIds.filter((id) => id !== supervisorId),
  };
};

/** A new crew: what it is for, who leads and who works, and what all of them have to know. */
export const NewCrew = ({ onCancel }: { onCancel: () => void }) => {
  const create = useCreateCrew();
  const onCreate = async (values: AgentForm) => {
    const { name, crewId } = await create.mutateAsync({ body: toNewCrew(values) });
    return { name, agentId: crewId };
  };
  return (
    <Page
      title="New crew"
      breadcrumbs={[{ label: 'Crews', to: '/agents?list=crews' }]}
      description="Several agents work on one task: one leads, the others work for it. Everything can be changed later."
    >
      <AgentWizard
        steps={crewSteps}
        first={emptyCrew()}
        onCreate={onCreate}
        finishLabel="Create crew"
        onCancel={onCancel}
      />
    </Page>
  );
};
