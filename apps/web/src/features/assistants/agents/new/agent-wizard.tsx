import { Stack } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import type { z } from 'zod';
import { FormFailure } from '../../../../ui/feedback/form-failure.tsx';
import { toastSuccess } from '../../../../ui/feedback/toasts.tsx';
import { LeaveQuestion } from '../../../../ui/forms/leave-question.tsx';
import { useZodForm } from '../../../../ui/forms/use-zod-form.ts';
import { Wizard } from '../../../../ui/forms/wizard.tsx';
import type { AgentFormProps } from '../fields/agent-form-props.ts';
import { type AgentField, AgentForm, fieldOfCode } from '../model/agent-form.ts';

export interface AgentStep {
  id: string;
  label: string;
  fields: readonly AgentField[];
  Fields: ComponentType<AgentFormProps>;
}

interface AgentWizardProps {
  steps: readonly AgentStep[];
  first: z.input<typeof AgentForm>;
  /** Makes the draft, and resolves to its name and its id. */
  onCreate: (values: AgentForm) => Promise<{ name: string; agentId: string }>;
  finishLabel: string;
  onCancel: () => void;
}

/** Makes an agent or a crew as a draft, in steps, and opens it. */
export const AgentWizard = ({ steps, first, onCreate, finishLabel, onCancel }: AgentWizardProps) => {
  const navigate = useNavigate();
  const form = useZodForm(AgentForm, {
    defaultValues: first,
    fieldOfCode,
    onSubmit: async (values) => {
      const { name, agentId } = await onCreate(values);
      toastSuccess(`“${name}” was made as a draft. Publish it when it is ready.`);
      await navigate({ to: '/agent', search: { id: agentId }, replace: true, ignoreBlocker: true });
    },
  });
  const finish = async () => {
    await form.send();
    const isRefused = (field: AgentField) => form.form.getFieldState(field).invalid;
    return steps.find(({ fields }) => fields.some(isRefused))?.id;
  };
  return (
    <>
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
        finishLabel={finishLabel}
        onFinish={finish}
        onCancel={onCancel}
        isFinishing={form.isSubmitting}
        failure={<FormFailure failure={form.failure} />}
      />
      <LeaveQuestion isDirty={form.isDirty && !form.isSubmitting} />
    </>
  );
};
