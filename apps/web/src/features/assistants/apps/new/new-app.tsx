import { useNavigate } from '@tanstack/react-router';
import { useGuide } from '../../../../lib/account/guide.ts';
import { FormWizard } from '../../../../lib/forms/form-wizard.tsx';
import { useUrlState } from '../../../../ui/behaviour/use-url-state.ts';
import { toastSuccess } from '../../../../ui/feedback/toasts.tsx';
import { useZodForm, type ZodForm } from '../../../../ui/forms/use-zod-form.ts';
import type { TourStep } from '../../../../ui/guidance/tour.ts';
import { TourButton } from '../../../../ui/guidance/tour-button.tsx';
import { Page } from '../../../../ui/layout/page.tsx';
import { useKnowledgeChoices } from '../../../content/bases/index.ts';
import { useCreateApp } from '../api.ts';
import classes from '../apps.module.css';
import { AppGroupFields } from '../fields/app-controls.tsx';
import { AppForm, fieldOfCode, newAppValues, wizardSteps } from '../model/app-form.ts';
import { ChatPreview } from '../preview/chat-preview.tsx';
import { toPreview } from '../preview/to-preview.ts';

/** The guided tour of a new app (TOUR-07 to TOUR-09). Its titles are those of the wizard's steps. */
const appTour: readonly TourStep[] = [
  {
    anchor: 'wizard-details',
    title: 'App Details',
    text: 'Give the app a name, and decide who may use it: everybody with its link, or only those who are given access.',
  },
  {
    anchor: 'wizard-bot',
    title: 'Configure Bot',
    text: 'Choose the knowledge that it answers from, tell it how to behave, and pick the model that writes.',
  },
  {
    anchor: 'wizard-appearance',
    title: 'Appearance',
    text: 'Give it a face: its name in the chat, a welcome, questions to begin with, and its colours. The preview shows each change.',
  },
];

interface NewAppFormProps {
  onCancel: () => void;
  /** The knowledge base that is chosen from the start. */
  first: { knowledgeBaseId: string; name: string } | undefined;
}

/** Without a knowledge base there is nothing to answer from, so a new app needs one, unless something else answers. */
const hasKnowledge = ({ form }: ZodForm<typeof AppForm>): boolean => {
  if ((form.getValues('orchestration') ?? 'BASIC') !== 'BASIC') return true;
  if ((form.getValues('knowledgeBaseIds') ?? []).length > 0) return true;
  const message = 'Please choose a knowledge base: without one, the app has nothing to answer from';
  form.setError('knowledgeBaseIds', { message });
  return false;
};

const NewAppForm = ({ onCancel, first }: NewAppFormProps) => {
  const navigate = useNavigate();
  const create = useCreateApp();
  const startTour = useGuide('APP', appTour);
  const form = useZodForm(AppForm, {
    defaultValues: { ...newAppValues(), ...(first ? { knowledgeBaseIds: [first.knowledgeBaseId] } : {}) },
    fieldOfCode,
    onSubmit: async (body) => {
      const app = await create.mutateAsync({ body });
      toastSuccess(
        app.state === 'READY'
          ? `“${app.name}” is online.`
          : `“${app.name}” was made. It answers as soon as its first document is ready.`,
      );
      await navigate({ to: `/apps/${app.appId}`, replace: true, ignoreBlocker: true });
    },
  });
  const steps = wizardSteps.map(({ id, label, fields }) => ({
    ...{ id, label, fields },
    isComplete: () => id !== 'bot' || hasKnowledge(form),
    content: <AppGroupFields group={id} form={form} chosenBases={first && [first]} />,
  }));
  return (
    <Page
      title="New app"
      breadcrumbs={[{ label: 'Apps', to: '/apps' }]}
      description="A chat on your knowledge, ready to share in three steps."
      actions={<TourButton onStart={startTour} />}
    >
      <div className={`stack align-start ${classes.withPreview}`}>
        <FormWizard form={form} steps={steps} finishLabel="Create app" onCancel={onCancel} />
        <aside className={`sticky ${classes.preview}`} aria-label="Preview">
          <ChatPreview chat={toPreview(form)} />
        </aside>
      </div>
    </Page>
  );
};

/**
 * A new app in the three steps of the app tour (TOUR-07 to TOUR-09). The knowledge base that the address names (`?base=`) is chosen from the
 * start, and so is the only one of the company.
 */
export const NewApp = ({ onCancel }: { onCancel: () => void }) => {
  const [base] = useUrlState('base');
  const { choices, total, hasFailed } = useKnowledgeChoices('');
  if (total === undefined && !hasFailed) return <Page title="New app">{null}</Page>;
  const named = choices.find(({ knowledgeBaseId }) => knowledgeBaseId === base);
  return <NewAppForm onCancel={onCancel} first={named ?? (total === 1 ? choices[0] : undefined)} />;
};
