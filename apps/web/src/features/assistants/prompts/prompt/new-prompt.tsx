import { PromptSettings } from '@atelier/contracts/assistants/prompts/prompt-shapes';
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { FormFailure } from '../../../../ui/feedback/form-failure.tsx';
import { LeaveQuestion } from '../../../../ui/forms/leave-question.tsx';
import { useZodForm } from '../../../../ui/forms/use-zod-form.ts';
import { Page } from '../../../../ui/layout/page.tsx';
import { Workbench } from '../../../../ui/layout/workbench.tsx';
import { useCreatePrompt } from '../api.ts';
import { Preview } from './preview.tsx';
import { PromptFields } from './prompt-fields.tsx';

export const promptBreadcrumbs = [{ label: 'Prompts', to: '/prompt-manager' }];
export const fieldOfCode = { 'prompts.name_taken': 'name', 'prompts.member_unknown': 'sharedUsers' } as const;

/** Writes a new prompt, which is saved as a draft. */
export const NewPrompt = () => {
  const navigate = useNavigate();
  const create = useCreatePrompt();
  const form = useZodForm(PromptSettings, {
    defaultValues: { name: '', description: '', prompt: '', role: 'SYSTEM', shareWith: 'EVERYONE' },
    fieldOfCode,
    onSubmit: async (body) => {
      const { promptId } = await create.mutateAsync({ body });
      await navigate({ to: '/prompt-manager', search: { id: promptId }, replace: true, ignoreBlocker: true });
    },
  });
  return (
    <Page title="New prompt" breadcrumbs={promptBreadcrumbs}>
      <Workbench
        onSubmit={form.submit}
        settings={
          <div className="stack-4 one-column">
            <PromptFields form={form} />
            <FormFailure failure={form.failure} />
            <div className="wrap-2">
              <Button type="submit" loading={form.isSubmitting}>
                Create prompt
              </Button>
            </div>
          </div>
        }
        trial={<Preview text={form.form.watch('prompt') ?? ''} />}
      />
      <LeaveQuestion isDirty={form.isDirty && !form.isSubmitting} />
    </Page>
  );
};
