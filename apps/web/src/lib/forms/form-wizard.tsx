import type { ReactNode } from 'react';
import type { Path } from 'react-hook-form';
import type { z } from 'zod';
import { FormFailure } from '../../ui/feedback/form-failure.tsx';
import { LeaveQuestion } from '../../ui/forms/leave-question.tsx';
import type { FormSchema, ZodForm } from '../../ui/forms/use-zod-form.ts';
import { Wizard } from '../../ui/forms/wizard.tsx';

interface FormStep<Field> {
  id: string;
  label: string;
  fields: readonly Field[];
  content: ReactNode;
  /** Rules that the schema of the form does not have, checked with the fields of the step. */
  isComplete?: () => boolean;
}

interface FormWizardProps<S extends FormSchema> {
  form: ZodForm<S>;
  steps: readonly FormStep<Path<z.input<S>>>[];
  finishLabel: string;
  onCancel: () => void;
}

/** Returns the id of the step that holds the first refused field. */
export const stepWith = <Field,>(
  steps: readonly Pick<FormStep<Field>, 'id' | 'fields'>[],
  isRefused: (field: Field) => boolean,
): string | undefined => steps.find(({ fields }) => fields.some(isRefused))?.id;

/** A form in steps. Each is checked before the next one, and a refusal at the end leads back to the step of its field. */
export const FormWizard = <S extends FormSchema>(props: FormWizardProps<S>) => {
  const { form, steps, finishLabel, onCancel } = props;
  const { trigger, getFieldState } = form.form;
  return (
    <>
      <Wizard
        steps={steps.map(({ id, label, fields, content, isComplete = () => true }) => ({
          ...{ id, label },
          validate: async () => (await trigger([...fields], { shouldFocus: true })) && isComplete(),
          content: <div className="stack-6">{content}</div>,
        }))}
        finishLabel={finishLabel}
        onFinish={async () => {
          await form.send();
          return stepWith(steps, (field) => getFieldState(field).invalid);
        }}
        onCancel={onCancel}
        isFinishing={form.isSubmitting}
        failure={<FormFailure failure={form.failure} />}
      />
      <LeaveQuestion isDirty={form.isDirty && !form.isSubmitting} />
    </>
  );
};
