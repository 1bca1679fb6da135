import { Stack } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useUrlState } from '../../../../ui/behaviour/use-url-state.ts';
import { FormFailure } from '../../../../ui/feedback/form-failure.tsx';
import { toastSuccess } from '../../../../ui/feedback/toasts.tsx';
import { LeaveQuestion } from '../../../../ui/forms/leave-question.tsx';
import { useZodForm } from '../../../../ui/forms/use-zod-form.ts';
import { Wizard } from '../../../../ui/forms/wizard.tsx';
import { Page } from '../../../../ui/layout/page.tsx';
import { useCreateAgent } from '../api.ts';
import { AgentAboutFields } from '../fields/agent-about-fields.tsx';
import type { AgentFormProps } from '../fields/agent-form-props.ts';
import { AgentModelField } from '../fields/agent-model-field.tsx';
import { ApprovalField } from '../fields/approval-field.tsx';
import { InstructionsField } from '../fields/instructions-field.tsx';
import { KnowledgeBasesField, ToolsField } from '../fields/link-fields.tsx';
import { AgentForm, fieldOfCode, newAgentValues, stepWith, wizardSteps } from '../model/agent-form.ts';
import { type AgentExample, agentExamples } from '../model/examples.ts';

const FlowFields = ({ form }: AgentFormProps) => (
  <>
    <InstructionsField form={form} />
    <ToolsField form={form} />
    <KnowledgeBasesField form={form} />
  </>
);

const SettingFields = ({ form }: AgentFormProps) => (
  <>
    <AgentModelField form={form} />
    <ApprovalField form={form} />
  </>
);

const contents = { overview: AgentAboutFields, flow: FlowFields, settings: SettingFields } as const;

const toExampleValues = (example: AgentExample | undefined) => {
  if (!example) return newAgentValues();
  const { name, description, instructions, tools } = example;
  const toolList = tools.map((_id) => ({ _id }));
  return { ...newAgentValues(), name, description, instructions, tools: { toolList, mcpList: [] } };
};

/** A new agent in steps. The example that the address names (`?example=`) fills it in. */
export const NewAgent = ({ onCancel }: { onCancel: () => void }) => {
  const [exampleId] = useUrlState('example');
  const navigate = useNavigate();
  const create = useCreateAgent();
  const form = useZodForm(AgentForm, {
    defaultValues: toExampleValues(agentExamples.find(({ id }) => id === exampleId)),
    fieldOfCode,
    onSubmit: async (body) => {
      const agent = await create.mutateAsync({ body });
      toastSuccess(`“${agent.name}” was made as a draft. Publish it when it is ready.`);
      await navigate({
        to: '/agent',
        search: { id: agent.agentId },
        replace: true,
        ignoreBlocker: true,
      });
    },
  });
  const finish = async () => {
    await form.send();
    return stepWith((field) => form.form.getFieldState(field).invalid);
  };
  const steps = wizardSteps.map(({ id, label, fields }) => {
    const Fields = contents[id];
    return {
      id,
      label,
      validate: () => form.form.trigger([...fields], { shouldFocus: true }),
      content: (
        <Stack gap="lg">
          <Fields form={form} />
        </Stack>
      ),
    };
  });
  return (
    <Page
      title="New agent"
      breadcrumbs={[{ label: 'Agents', to: '/agents' }]}
      description="Name it first; what it has to do comes next. Everything can be changed later."
    >
      <Wizard
        steps={steps}
        finishLabel="Create agent"
        onFinish={finish}
        onCancel={onCancel}
        isFinishing={form.isSubmitting}
        failure={<FormFailure failure={form.failure} />}
      />
      <LeaveQuestion isDirty={form.isDirty && !form.isSubmitting} />
    </Page>
  );
};
