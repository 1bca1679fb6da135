import { useNavigate } from '@tanstack/react-router';
import type { z } from 'zod';
import { FormWizard } from '../../../../lib/forms/form-wizard.tsx';
import { toastSuccess } from '../../../../ui/feedback/toasts.tsx';
import { useZodForm } from '../../../../ui/forms/use-zod-form.ts';
import { AgentGroupFields } from '../fields/agent-controls.tsx';
import { AgentForm, type agentSteps, fieldOfCode } from '../model/agent-form.ts';

interface AgentWizardProps {
  steps: typeof agentSteps;
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
  const isCrew = first.crew !== null && first.crew !== undefined;
  return (
    <FormWizard
      form={form}
      steps={steps.map(({ groups, ...step }) => ({
        ...step,
        content: groups.map((group) => (
          <AgentGroupFields key={group} group={group} isCrew={isCrew} form={form} />
        )),
      }))}
      finishLabel={finishLabel}
      onCancel={onCancel}
    />
  );
};
