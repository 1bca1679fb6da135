import { type KnowledgeBase, NewKnowledgeBase } from '@atelier/contracts/content/bases/knowledge-shapes';
import { Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { z } from 'zod';
import { ExplainedField } from '../../../../ui/forms/explained-field.tsx';
import { FormDialog } from '../../../../ui/forms/form-dialog.tsx';
import { useZodForm, type ZodForm } from '../../../../ui/forms/use-zod-form.ts';
import { Fold } from '../../../../ui/layout/fold.tsx';
import { ChosenFiles } from '../../documents/index.ts';
import { DocumentDrop, useUploads } from '../../files/index.ts';
import { ChunkingFields, WordLanguageField, wholeChunking, wordLanguageFor } from '../../indexing/index.ts';
import { LanguageModelField, RetrievalFields } from '../../search/index.ts';
import { useCreateKnowledgeBase } from '../api.ts';
import { suggestName } from '../model/suggest-name.ts';
import { IndexFields } from './index-fields.tsx';

export type CreateForm = ZodForm<typeof NewKnowledgeBase>;

const defaults = {
  name: '',
  description: '',
  chunking: wholeChunking(undefined),
  retrieval: { mode: 'AUTO' as const, topK: 8, scoreThreshold: 0 },
};

const fieldOfFailure = {
  'knowledge.name_taken': 'name',
  'knowledge.embedding_unavailable': 'retrieval.mode',
  'vector_stores.connection_unfit': 'connectionId',
  'vector_stores.embedding_missing': 'embeddingModelId',
} as const;

/** The form that creates a knowledge base and passes it to `onCreated`. `kept` overrides the defaults. */
export const useCreateForm = (
  onCreated: (base: KnowledgeBase) => unknown,
  kept: Partial<z.input<typeof NewKnowledgeBase>> = {},
): CreateForm => {
  const create = useCreateKnowledgeBase();
  return useZodForm(NewKnowledgeBase, {
    defaultValues: { ...defaults, language: wordLanguageFor(navigator.language), ...kept },
    onSubmit: async (body) => onCreated(await create.mutateAsync({ body })),
    fieldOfCode: fieldOfFailure,
  });
};

/** The name and description of a knowledge base (KB-02, KB-09). */
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

/** The fields for splitting documents (KB-04, CHUNK-01). */
export const ChunkingOfForm = ({ form }: { form: CreateForm }) => {
  const chunking = form.bind('chunking');
  return (
    <ChunkingFields
      value={wholeChunking(chunking.value)}
      onChange={chunking.onChange}
      errorOf={(field) => form.bind(`chunking.${field}`).error}
    />
  );
};

/** The language model of the knowledge base (KB-05). */
export const LanguageModelOfForm = ({ form }: { form: CreateForm }) => {
  const { value, onChange } = form.bind('languageModelId');
  return <LanguageModelField value={value ?? null} onChange={onChange} />;
};

/** Chunking and retrieval, folded away because the defaults suit most documents (KB-04, KB-05). */
export const AdvancedFields = ({ form }: { form: CreateForm }) => {
  const mode = form.bind('retrieval.mode');
  const language = form.bind('language');
  const refusals = [mode, form.bind('connectionId'), form.bind('embeddingModelId')];
  return (
    <Fold
      label="Advanced"
      summary="How documents are cut and found"
      isForced={refusals.some(({ error }) => error !== undefined)}
    >
      <ChunkingOfForm form={form} />
      <RetrievalFields
        mode={mode}
        topK={form.bind('retrieval.topK')}
        scoreThreshold={form.bind('retrieval.scoreThreshold')}
      />
      <WordLanguageField value={language.value ?? 'english'} onChange={language.onChange} />
      <IndexFields form={form} />
      <LanguageModelOfForm form={form} />
    </Fold>
  );
};

interface CreateBaseDialogProps {
  opened: boolean;
  onClose: () => void;
  onCreated: (base: KnowledgeBase) => void;
}

/** Creates a knowledge base. Documents come first and suggest the name; everything else is optional. */
export const CreateBaseDialog = ({ opened, onClose, onCreated }: CreateBaseDialogProps) => {
  const uploads = useUploads();
  const [files, setFiles] = useState<File[]>([]);
  const form = useCreateForm((base) => {
    if (files.length > 0) uploads.add(base.knowledgeBaseId, files);
    setFiles([]);
    onCreated(base);
  });
  /** Proposes a name, but never replaces one that the user has typed. */
  const choose = (added: File[]) => {
    const chosen = [...files, ...added];
    setFiles(chosen);
    const proposed = suggestName(chosen);
    if (form.form.getValues('name') === '' && proposed !== '')
      form.form.setValue('name', proposed, { shouldDirty: true });
  };
  return (
    <FormDialog
      title="New knowledge base"
      description="A place for the documents that answers come from."
      opened={opened}
      onClose={onClose}
      form={form}
      submitLabel="Create"
      size="lg"
    >
      <DocumentDrop title="Drop documents here" size="compact" onFiles={choose} />
      <ChosenFiles files={files} onChange={setFiles} />
      <NameFields form={form} />
      <AdvancedFields form={form} />
    </FormDialog>
  );
};
