import { Stack } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { FormFailure } from '../../../../ui/feedback/form-failure.tsx';
import { toastSuccess } from '../../../../ui/feedback/toasts.tsx';
import { LeaveQuestion } from '../../../../ui/forms/leave-question.tsx';
import { useZodForm } from '../../../../ui/forms/use-zod-form.ts';
import { Wizard } from '../../../../ui/forms/wizard.tsx';
import { Page } from '../../../../ui/layout/page.tsx';
import { type AgentField, AgentForm, fieldOfCode, newAgentValues } from '../model/agent-form.ts';
import { useCreateCrew } from './api.ts';
import { CrewAboutFields } from './crew-about-fields.tsx';
import { SharedInstructionsField, TeamFields } from './team-fields.tsx';

const steps = [
  { id: 'overview', label: 'About', fields: ['name', 'description', 'access'], Fields: CrewAboutFields },
  { id: 'agents', label: 'Agents', fields: ['crew', 'agentIds'], Fields: TeamFields },
  { id: 'instructions', label: 'Instructions', fields: ['instructions'], Fields: SharedInstructionsField },
] as const satisfies readonly { id: string; fields: readonly AgentField[]; label: string; Fields: unknown }[];

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
  const navigate = useNavigate();
  const create = useCreateCrew();
  const form = useZodForm(AgentForm, {
    defaultValues: emptyCrew(),
    fieldOfCode,
    onSubmit: async (values) => {
      const { name, crewId } = await create.mutateAsync({ body: toNewCrew(values) });
      toastSuccess(`“${name}” was made as a draft. Publish it when it is ready.`);
      await navigate({ to: '/agent', search: { id: crewId }, replace: true, ignoreBlocker: true });
    },
  });
  const finish = async () => {
    await form.send();
    const isRefused = (field: AgentField) => form.form.getFieldState(field).invalid;
    return steps.find(({ fields }) => fields.some(isRefused))?.id;
  };
  return (
    <Page
      title="New crew"
      breadcrumbs={[{ label: 'Crews', to: '/agents?list=crews' }]}
      description="Several agents work on one task: one leads, the others work for it. Everything can be changed later."
    >
      <Wizard
        steps={steps.map(({ id, label, fields, Fields }) => ({
          id,
          label,
          validate: () => form.form.trigger([...fields], { shouldFocus: true }),
          content: (
            <Stack gap="lg">
              <Fields form={form} />
            </Stack>
          ),
        }))}
        finishLabel="Create crew"
        onFinish={finish}
        onCancel={onCancel}
        isFinishing={form.isSubmitting}
        failure={<FormFailure failure={form.failure} />}
      />
      <LeaveQuestion isDirty={form.isDirty && !form.isSubmitting} />
    </Page>
  );
};
