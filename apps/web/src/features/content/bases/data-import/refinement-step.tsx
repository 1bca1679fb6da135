import { longestPreview } from '@atelier/contracts/content/bases/chunking-shapes';
import { Checkbox, Stack } from '@mantine/core';
import { useId } from 'react';
import { LabelsFold } from '../../../../lib/label-fields.tsx';
import { ChoiceCards } from '../../../../ui/forms/choice-cards.tsx';
import { Fold } from '../../../../ui/layout/fold.tsx';
import { TextLink } from '../../../../ui/layout/text-link.tsx';
import {
  choicesOfFiles,
  FilesChunkPreview,
  type PreviewChoice,
  sizesInWords,
  strategyInWords,
  wholeChunking,
} from '../../indexing/index.ts';
import { RetrievalFields } from '../../search/index.ts';
import { useKnowledgeBase } from '../api.ts';
import { BasePicker } from '../base/base-picker.tsx';
import {
  ChunkingOfForm,
  type CreateForm,
  LanguageModelOfForm,
  NameFields,
} from '../create/create-base-dialog.tsx';
import { IndexFields } from '../create/index-fields.tsx';
import { ImageHandlingOfForm } from '../image-handling/image-handling.tsx';
import type { ImportDraft } from './use-import-draft.ts';

const targets = [
  { value: 'new', label: 'A new knowledge base', description: 'With settings of its own.' },
  {
    value: 'existing',
    label: 'One that is there',
    description: 'Its settings apply to these documents too.',
  },
] as const;

const Retrieval = ({ form }: { form: CreateForm }) => {
  const id = useId();
  return (
    <section className="stack-4" aria-labelledby={id}>
      <h2 className="flat small medium" id={id}>
        How are chunks found?
      </h2>
      <RetrievalFields
        mode={form.bind('retrieval.mode')}
        topK={form.bind('retrieval.topK')}
        scoreThreshold={form.bind('retrieval.scoreThreshold')}
      />
      <IndexFields form={form} />
    </section>
  );
};

/** Returns the texts that can be previewed before the import: the typed text first, then the files. */
const choicesOfDraft = ({ files, source }: ImportDraft): PreviewChoice[] => {
  const text = source?.entry.type === 'MANUAL' ? source.form.draft.settings['text'] : undefined;
  const typed = typeof text === 'string' && text !== '' ? text.slice(0, longestPreview) : undefined;
  const own = { value: 'text', label: 'The text that you typed', subject: { name: 'text.md', text: typed } };
  return [...(typed === undefined ? [] : [own]), ...choicesOfFiles(files)];
};

/** Fields inside the fold that the server may refuse; a refusal opens the fold. */
const expertFields = ['retrieval.mode', 'connectionId', 'embeddingModelId'] as const;

/** The name of a new knowledge base, and how its text is split (KB-02 to KB-05). */
const NewBase = ({ draft }: { draft: ImportDraft }) => {
  const { newBase: form, summarize, setSummarize } = draft;
  return (
    <>
      <NameFields form={form} />
      <Checkbox
        label="Summarize each document once it is imported"
        description="By your language model, which costs credits; without one, with sentences of the document."
        checked={summarize}
        onChange={(event) => setSummarize(event.currentTarget.checked)}
      />
      <Fold
        label="Advanced"
        summary="How documents are cut and found"
        isForced={expertFields.some((field) => form.bind(field).error !== undefined)}
      >
        <LanguageModelOfForm form={form} />
        <ChunkingOfForm form={form} />
        <FilesChunkPreview
          chunking={wholeChunking(form.bind('chunking').value)}
          choices={choicesOfDraft(draft)}
        />
        <ImageHandlingOfForm form={form} />
        <Retrieval form={form} />
      </Fold>
    </>
  );
};

/** Shows the settings that apply to documents added to an existing knowledge base. */
const BaseSettings = ({ id }: { id: string }) => {
  const { data: base } = useKnowledgeBase(id);
  if (!base) return null;
  const { chunking, summarize } = base;
  return (
    <p className="note">
      {`Its documents are cut ${strategyInWords(chunking).toLowerCase()} (${sizesInWords(chunking)}), and ${summarize ? 'summarized' : 'not summarized'}. `}
      <TextLink to={`/knowledge-base/${id}/settings`}>Its settings</TextLink>
    </p>
  );
};

/** The third step of the import (TOUR-04): the knowledge base, and how its text is split. */
export const RefinementStep = ({ draft, error }: { draft: ImportDraft; error: string | undefined }) => (
  <Stack gap="lg">
    <ChoiceCards
      label="Where do the documents go?"
      choices={targets}
      value={draft.target}
      onChange={draft.setTarget}
    />
    {draft.target === 'new' ? (
      <NewBase draft={draft} />
    ) : (
      <>
        <BasePicker value={draft.base} onChange={draft.setBase} error={error} />
        {draft.base ? <BaseSettings id={draft.base.knowledgeBaseId} /> : null}
      </>
    )}
    <LabelsFold
      hint="They apply to every document of this import; each can be changed afterwards."
      value={draft.labels}
      onChange={draft.setLabels}
    />
  </Stack>
);
