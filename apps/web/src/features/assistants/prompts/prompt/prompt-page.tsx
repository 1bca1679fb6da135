import { Prompt, PromptSettings } from '@atelier/contracts/assistants/prompts/prompt-shapes';
import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { FormFailure } from '../../../../ui/feedback/form-failure.tsx';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import { StatusBadge } from '../../../../ui/feedback/status-badge.tsx';
import { toastSuccess } from '../../../../ui/feedback/toasts.tsx';
import { LeaveQuestion } from '../../../../ui/forms/leave-question.tsx';
import { SaveBar } from '../../../../ui/forms/save-bar.tsx';
import { useZodForm } from '../../../../ui/forms/use-zod-form.ts';
import { ActionsMenu } from '../../../../ui/layout/actions-menu.tsx';
import { Page } from '../../../../ui/layout/page.tsx';
import { UrlTabs } from '../../../../ui/layout/url-tabs.tsx';
import { Workbench } from '../../../../ui/layout/workbench.tsx';
import { usePrompt, usePublishPrompt, useSavePrompt } from '../api.ts';
import { toPromptBadge } from '../prompt-words.ts';
import { DeletePromptDialog } from './delete-prompt-dialog.tsx';
import { fieldOfCode, promptBreadcrumbs } from './new-prompt.tsx';
import { Preview } from './preview.tsx';
import { PromptFields } from './prompt-fields.tsx';
import { VersionsTab } from './versions-tab.tsx';

const toPromptSettings = (prompt: Prompt): PromptSettings => PromptSettings.parse(prompt);

/** The form of a prompt, with what the server has of it. */
const usePromptForm = (prompt: Prompt) => {
  const [saved, setSaved] = useState(prompt);
  const [save, publishing] = [useSavePrompt(), usePublishPrompt()];
  const params = { promptId: prompt.promptId };
  const remember = (next: Prompt) => {
    setSaved(next);
    form.reset(toPromptSettings(next), next.revision);
  };
  const send = async (settings: PromptSettings, revision: number | undefined) =>
    remember(await save.mutateAsync({ params, body: { ...settings, revision } }));
  const form = useZodForm(PromptSettings, {
    defaultValues: toPromptSettings(saved),
    fieldOfCode,
    stored: {
      revision: saved.revision,
      read: (newest) => {
        const now = Prompt.parse(newest);
        setSaved(now);
        return toPromptSettings(now);
      },
    },
    onSubmit: send,
  });
  /** Publishes what is in the form, which is saved first. */
  const publish = form.form.handleSubmit(async (settings) => {
    try {
      if (form.isDirty) await send(settings, saved.revision);
      const next = await publishing.mutateAsync({ params, body: {} });
      remember(next);
      toastSuccess(`Version ${next.version} of “${next.name}” is published.`);
    } catch (error) {
      form.refuse(error);
    }
  });
  return { form, saved, remember, publish: () => void publish(), isPublishing: publishing.isPending };
};

export type PromptEditing = ReturnType<typeof usePromptForm>;

const Actions = ({ editing, onDelete }: { editing: PromptEditing; onDelete: () => void }) => {
  const { form, saved, publish, isPublishing } = editing;
  const isCurrent = saved.status === 'Published' && !saved.hasChanges && !form.isDirty;
  return (
    <>
      <Button onClick={publish} loading={isPublishing} disabled={isCurrent}>
        {isCurrent ? 'Published' : 'Publish'}
      </Button>
      <ActionsMenu
        label={`Actions for ${saved.name}`}
        actions={[{ label: 'Delete', icon: <IconTrash size={16} />, danger: true, onRun: onDelete }]}
      />
    </>
  );
};

const Settings = ({ editing: { form } }: { editing: PromptEditing }) => (
  <>
    <Workbench
      onSubmit={form.submit}
      settings={
        <div className="stack-4 one-column">
          <PromptFields form={form} />
          <FormFailure failure={form.failure} />
          <SaveBar form={form} />
        </div>
      }
      trial={<Preview text={form.form.watch('prompt') ?? ''} />}
    />
    <LeaveQuestion isDirty={form.isDirty && !form.isSubmitting} />
  </>
);

const Loaded = ({ prompt }: { prompt: Prompt }) => {
  const navigate = useNavigate();
  const editing = usePromptForm(prompt);
  const { saved } = editing;
  const [isDeleting, setDeleting] = useState(false);
  const mayWrite = saved.abilities['canWrite'] === true;
  const { tone, label } = toPromptBadge(saved);
  return (
    <Page
      title={saved.name}
      breadcrumbs={promptBreadcrumbs}
      aside={<StatusBadge tone={tone}>{label}</StatusBadge>}
      {...(saved.description === '' ? {} : { description: saved.description })}
      actions={mayWrite ? <Actions editing={editing} onDelete={() => setDeleting(true)} /> : undefined}
    >
      <UrlTabs
        label="Sections of the prompt"
        tabs={[
          {
            value: 'prompt',
            label: 'Prompt',
            content: mayWrite ? <Settings editing={editing} /> : <Preview text={saved.published} />,
          },
          { value: 'versions', label: 'Versions', content: <VersionsTab editing={editing} /> },
        ]}
      />
      {isDeleting ? (
        <DeletePromptDialog
          prompt={saved}
          onClose={() => setDeleting(false)}
          onDeleted={() => void navigate({ to: '/prompt-manager', replace: true, ignoreBlocker: true })}
        />
      ) : null}
    </Page>
  );
};

/** `/prompt-manager?id=`: one prompt. Who may not change it sees what is published. */
export const PromptPage = ({ id }: { id: string }) => {
  const query = usePrompt(id);
  // The cache may be older than the server, and the form keeps the first value that it is given.
  if (query.data && query.isFetchedAfterMount) return <Loaded prompt={query.data} />;
  return (
    <Page title="Prompt" breadcrumbs={promptBreadcrumbs}>
      <QueryView query={query} errorTitle="This prompt could not be opened">
        {() => null}
      </QueryView>
    </Page>
  );
};
