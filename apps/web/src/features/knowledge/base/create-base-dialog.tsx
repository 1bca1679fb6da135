import { type KnowledgeBase, NewKnowledgeBase } from '@atelier/contracts/knowledge-shapes';
import { NumberInput, Textarea, TextInput, UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { ExplainedField } from '../../../ui/explained-field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { useZodForm, type ZodForm } from '../../../ui/use-zod-form.ts';
import { useCreateKnowledgeBase } from '../api.ts';
import classes from './create-base.module.css';
import { IndexFields } from './index-fields.tsx';
import fieldClasses from './retrieval-fields.module.css';
import { RetrievalFields, toNumber } from './retrieval-fields.tsx';

export type CreateForm = ZodForm<typeof NewKnowledgeBase>;

const defaults = {
  name: '',
  description: '',
  chunking: { maxTokens: 400, overlapTokens: 60 },
  retrieval: { mode: 'AUTO' as const, topK: 8, scoreThreshold: 0 },
};

const fieldOfFailure = {
  'knowledge.name_taken': 'name',
  'knowledge.embedding_unavailable': 'retrieval.mode',
  'vector_stores.connection_unfit': 'connectionId',
  'vector_stores.embedding_missing': 'embeddingModelId',
} as const;

/** A form that makes a knowledge base; gives it to `onCreated`. */
export const useCreateForm = (onCreated: (base: KnowledgeBase) => unknown): CreateForm => {
  const create = useCreateKnowledgeBase();
  return useZodForm(NewKnowledgeBase, {
    defaultValues: defaults,
    onSubmit: async (body) => onCreated(await create.mutateAsync({ body })),
    fieldOfCode: fieldOfFailure,
  });
};

/** Name and description (KB-02, KB-09). */
export const NameFields = ({ form }: { form: CreateForm }) => (
  <>
    <ExplainedField
      label="Name"
      help="Names should be unique, so that everybody can tell the knowledge bases apart."
    >
      {(id) => (
        <TextInput
          id={id}
          placeholder="Employee handbook"
          maxLength={150}
          data-autofocus
          {...form.field('name')}
        />
      )}
    </ExplainedField>
    <Textarea
      label="Description"
      description="What is in it, and for whom. Optional."
      minRows={2}
      {...form.field('description')}
    />
  </>
);

/** How long a passage may be, and how much of it is repeated (KB-04). */
export const ChunkingFields = ({ form }: { form: CreateForm }) => {
  const size = form.bind('chunking.maxTokens');
  const overlap = form.bind('chunking.overlapTokens');
  return (
    <div className={fieldClasses.fields}>
      <ExplainedField
        label="Passage size"
        help="How long a passage may be, in tokens; a token is about four letters. Shorter passages are found more exactly, longer ones carry more context."
      >
        {(id) => (
          <NumberInput
            id={id}
            min={50}
            max={2000}
            step={50}
            allowDecimal={false}
            suffix=" tokens"
            value={size.value ?? ''}
            error={size.error}
            onChange={toNumber(size.onChange)}
          />
        )}
      </ExplainedField>
      <ExplainedField
        label="Overlap"
        help="How much of a passage is repeated at the beginning of the next one, so that a thought is not cut in two. At most a third of the passage."
      >
        {(id) => (
          <NumberInput
            id={id}
            min={0}
            max={400}
            step={10}
            allowDecimal={false}
            suffix=" tokens"
            value={overlap.value ?? ''}
            error={overlap.error}
            onChange={toNumber(overlap.onChange)}
          />
        )}
      </ExplainedField>
    </div>
  );
};

/** Chunking and retrieval, folded away: the defaults suit most documents (KB-04, KB-05). */
export const AdvancedFields = ({ form }: { form: CreateForm }) => {
  const [isOpened, setOpened] = useState(false);
  const id = useId();
  const mode = form.bind('retrieval.mode');
  const refusals = [mode, form.bind('connectionId'), form.bind('embeddingModelId')];
  const isShown = isOpened || refusals.some(({ error }) => error !== undefined);
  return (
    <div className={classes.advanced}>
      <UnstyledButton
        className={classes.toggle ?? ''}
        aria-expanded={isShown}
        aria-controls={id}
        onClick={() => setOpened(!isShown)}
      >
        <IconChevronRight className={classes.chevron} size={16} aria-hidden="true" />
        Advanced
        <span className={classes.summary}>How documents are cut and found</span>
      </UnstyledButton>
      <div id={id} hidden={!isShown} className={classes.fields}>
        <ChunkingFields form={form} />
        <RetrievalFields
          mode={mode}
          topK={form.bind('retrieval.topK')}
          scoreThreshold={form.bind('retrieval.scoreThreshold')}
        />
        <IndexFields form={form} />
      </div>
    </div>
  );
};

interface CreateBaseDialogProps {
  opened: boolean;
  onClose: () => void;
  onCreated: (base: KnowledgeBase) => void;
}

export const CreateBaseDialog = ({ opened, onClose, onCreated }: CreateBaseDialogProps) => {
  const form = useCreateForm(onCreated);
  return (
    <FormDialog
      title="New knowledge base"
      description="A shelf for documents that answers come from. Next you add the documents."
      opened={opened}
      onClose={onClose}
      form={form}
      submitLabel="Create"
      size="lg"
    >
      <NameFields form={form} />
      <AdvancedFields form={form} />
    </FormDialog>
  );
};
