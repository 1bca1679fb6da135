import { KnowledgeBase, KnowledgeBaseChange } from '@atelier/contracts/content/bases/knowledge-shapes';
import { Button, Textarea, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../../../../lib/account/session.ts';
import { formatCount } from '../../../../lib/format.ts';
import { FormFailure } from '../../../../ui/feedback/form-failure.tsx';
import { LeaveQuestion } from '../../../../ui/forms/leave-question.tsx';
import { useZodForm } from '../../../../ui/forms/use-zod-form.ts';
import { Panel } from '../../../../ui/layout/panel.tsx';
import { AccessPanel } from '../../../account/access/index.ts';
import { useUpdateKnowledgeBase } from '../api.ts';
import { ImageHandlingPanel } from '../image-handling/image-handling.tsx';
import { CuttingPanel } from './cutting-panel.tsx';
import { DataFieldsPanel } from './data-fields-panel.tsx';
import { DeleteBaseDialog } from './delete-base-dialog.tsx';
import { DocumentsPanel } from './documents-panel.tsx';
import { RetrievalPanel } from './retrieval-panel.tsx';
import classes from './settings.module.css';
import { TurningPanel } from './turning-panel.tsx';

const toFormValues = ({ name, description, retrieval }: KnowledgeBase) => ({ name, description, retrieval });

const useSettingsForm = (base: KnowledgeBase) => {
  const update = useUpdateKnowledgeBase();
  const form = useZodForm(KnowledgeBaseChange, {
    defaultValues: toFormValues(base),
    stored: { revision: base.revision, read: (newest) => toFormValues(KnowledgeBase.parse(newest)) },
    onSubmit: async (values, revision) => {
      const body = { ...values, revision };
      const saved = await update.mutateAsync({ params: { id: base.knowledgeBaseId }, body });
      form.reset(toFormValues(saved), saved.revision);
    },
    fieldOfCode: {
      'knowledge.name_taken': 'name',
      'knowledge.embedding_unavailable': 'retrieval.mode',
    },
  });
  return form;
};

const SettingsForm = ({ base }: { base: KnowledgeBase }) => {
  const form = useSettingsForm(base);
  const isReadOnly = !base.abilities.canUpdate;
  return (
    <form onSubmit={form.submit} noValidate>
      <fieldset className={`stack-5 ${classes.sections}`} disabled={isReadOnly}>
        <Panel title="About">
          <div className="stack-4">
            <TextInput label="Name" maxLength={150} {...form.field('name')} />
            <Textarea
              label="Description"
              description="What is in it, and for whom. Optional."
              minRows={2}
              {...form.field('description')}
            />
          </div>
        </Panel>
        <RetrievalPanel base={base} form={form} />
      </fieldset>
      <FormFailure failure={form.failure} />
      {isReadOnly ? null : (
        <div className="beside-2 above-4 justify-end">
          <Button
            variant="default"
            disabled={!form.isDirty || form.isSubmitting}
            onClick={() => form.reset()}
          >
            Discard
          </Button>
          <Button type="submit" disabled={!form.isDirty} loading={form.isSubmitting}>
            Save
          </Button>
        </div>
      )}
      <LeaveQuestion isDirty={form.isDirty && !form.isSubmitting} />
    </form>
  );
};

/** The name, the description, the retrieval settings and the deletion (KB-02, KB-05, KB-27, KB-29). */
export const SettingsSection = ({ base }: { base: KnowledgeBase }) => {
  const navigate = useNavigate();
  const may = useMay();
  const [isDeleting, setDeleting] = useState(false);
  return (
    <div className={`stack-5 ${classes.sections}`}>
      <SettingsForm base={base} />
      <DocumentsPanel base={base} />
      <ImageHandlingPanel base={base} />
      <DataFieldsPanel base={base} />
      <CuttingPanel base={base} />
      {may('entities:all') ? (
        <AccessPanel
          entityId={base.knowledgeBaseId}
          what={`the knowledge base “${base.name}”`}
          description={
            base.share === 'EVERYONE'
              ? 'Everybody in your company except operators can read it; operators get access here.'
              : 'It is private: builders see it, and everybody who gets access here.'
          }
        />
      ) : null}
      {base.abilities.canUpdate ? <TurningPanel base={base} /> : null}
      {base.abilities.canRemove ? (
        <Panel
          title="Delete this knowledge base"
          description={`With ${formatCount(base.counts.documents, 'document')}, the uploaded files and the index. This cannot be undone.`}
          actions={
            <Button color="red" variant="light" onClick={() => setDeleting(true)}>
              Delete
            </Button>
          }
        >
          <DeleteBaseDialog
            base={base}
            opened={isDeleting}
            onClose={() => setDeleting(false)}
            onDeleted={() => void navigate({ to: '/knowledge-base' })}
          />
        </Panel>
      ) : null}
    </div>
  );
};
