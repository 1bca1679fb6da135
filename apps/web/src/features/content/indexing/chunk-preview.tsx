import { type Chunking, longestPreview } from '@atelier/contracts/content/bases/chunking-shapes';
import type { KnowledgeBase } from '@atelier/contracts/content/bases/knowledge-shapes';
import { Select, type SelectProps, Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { describeError } from '../../../ui/feedback/describe-error.ts';
import { FormFailure } from '../../../ui/feedback/form-failure.tsx';
import { Fold } from '../../../ui/layout/fold.tsx';
import { useImports } from '../documents/index.ts';
import { type PreviewChoice, sampleChoice, usePreviewSubject } from './preview-choices.ts';
import { PreviewChunks } from './preview-chunks.tsx';
import { type PreviewSubject, useChunkPreview } from './use-chunk-preview.ts';

interface TrialProps {
  chunking: Chunking;
  parentTokens: number;
  choice: PreviewChoice;
  isOpened: boolean;
}

/** Shows the text of a choice in an editable field, and the chunks that it is split into. */
const Trial = ({ chunking, parentTokens, choice, isOpened }: TrialProps) => {
  const given = usePreviewSubject(choice);
  const [typed, setTyped] = useState<string>();
  const nothing: PreviewSubject = { name: 'text.md', text: '' };
  const subject = { ...(given ?? nothing), ...(typed === undefined ? {} : { text: typed }) };
  const preview = useChunkPreview(chunking, subject, { parentTokens, isOpened });
  const isDocument = subject.knowledgeBaseImportId !== undefined;
  return (
    <>
      {isDocument ? null : (
        <Textarea
          label="Text"
          minRows={4}
          maxRows={10}
          autosize
          maxLength={longestPreview}
          value={subject.text ?? ''}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      {preview.error ? <FormFailure failure={describeError(preview.error)} /> : null}
      {preview.data && !preview.error ? (
        <PreviewChunks preview={preview.data} isBusy={preview.isFetching} />
      ) : null}
    </>
  );
};

interface ChunkPreviewProps extends Pick<TrialProps, 'chunking' | 'parentTokens' | 'isOpened'> {
  /** The texts that can be split besides the sample text, the most likely one first. */
  choices: readonly PreviewChoice[];
  chosen: PreviewChoice | undefined;
  onChoose: (choice: PreviewChoice | undefined) => void;
  /** Props of the select for choices that the server searches while a name is typed. */
  search?: Pick<SelectProps, 'searchable' | 'searchValue' | 'onSearchChange' | 'filter'>;
}

/** The choice of a text, and the preview of its chunks. */
const Content = ({ choices, chosen, onChoose, search = {}, ...trial }: ChunkPreviewProps) => {
  const choice = chosen ?? choices[0] ?? sampleChoice;
  const all = [...choices, sampleChoice];
  const offered = all.some(({ value }) => value === choice.value) ? all : [choice, ...all];
  return (
    <>
      <p className="note">The chunks follow your choices. Marked text is repeated.</p>
      <Select
        label="What is cut"
        data={offered.map(({ value, label }) => ({ value, label }))}
        allowDeselect={false}
        nothingFoundMessage="Nothing found"
        {...search}
        value={choice.value}
        onChange={(value) => onChoose(offered.find((each) => each.value === value))}
      />
      <Trial key={choice.value} choice={choice} {...trial} />
    </>
  );
};

const usualParentTokens = 1200;
const fold = { label: 'See how a text is cut', summary: 'Nothing is imported for it' };

interface FilesChunkPreviewProps {
  chunking: Chunking;
  choices: readonly PreviewChoice[];
}

/** Shows how a text would be split with the current settings, before anything is imported (CHUNK-03). */
export const FilesChunkPreview = ({ chunking, choices }: FilesChunkPreviewProps) => {
  const [chosen, onChoose] = useState<PreviewChoice>();
  const props = { chunking, choices, chosen, onChoose, parentTokens: usualParentTokens };
  return <Fold {...fold}>{(isOpened) => <Content {...props} isOpened={isOpened} />}</Fold>;
};

const typingPauseMs = 200;

interface BaseChunkPreviewProps {
  base: KnowledgeBase;
  chunking: Chunking;
}

const BaseContent = ({ base, chunking, isOpened }: BaseChunkPreviewProps & { isOpened: boolean }) => {
  const [chosen, onChoose] = useState<PreviewChoice>();
  const [typed, setTyped] = useState('');
  // The field also contains the name of the selected document, which must not be searched for.
  const [search] = useDebouncedValue(typed === chosen?.label ? '' : typed.trim(), typingPauseMs);
  const { rows, query } = useImports(base.knowledgeBaseId, {
    search,
    status: 'COMPLETED',
    sort: 'createdAt',
    order: 'desc',
  });
  if (query.isPending && chosen === undefined) return null;
  const choices = rows.map(({ knowledgeBaseImportId, name }) => ({
    value: knowledgeBaseImportId,
    label: name,
    subject: { name, knowledgeBaseImportId },
  }));
  const { parentTokens } = base.retrieval.options;
  return (
    <Content
      {...{ chunking, choices, parentTokens, isOpened, onChoose }}
      chosen={chosen ?? choices[0]}
      search={{
        searchable: true,
        searchValue: typed,
        onSearchChange: setTyped,
        filter: ({ options }) => options,
      }}
    />
  );
};

/** Like `FilesChunkPreview`, with the documents of a knowledge base. */
export const BaseChunkPreview = (props: BaseChunkPreviewProps) => (
  <Fold {...fold}>{(isOpened) => <BaseContent {...props} isOpened={isOpened} />}</Fold>
);
