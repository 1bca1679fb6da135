import {
  CuratedAnswer,
  CuratedAnswerInput,
  longestCuratedQuestion,
  mostWordings,
} from '@atelier/contracts/assistants/chat/curated-answers';
import { describePosition } from '@atelier/contracts/content/documents/document-position';
import { ActionIcon, Button, Textarea, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { FormDialog } from '../../../../ui/forms/form-dialog.tsx';
import { useZodForm, type ZodForm } from '../../../../ui/forms/use-zod-form.ts';
import { useSaveCurated } from './api.ts';
import classes from './curated.module.css';
import { isCited, withCitedSources, withoutSource } from './without-source.ts';

/** The first values of the dialog: a new answer, a stored one, or one that was given. */
export type CuratedDraft = Pick<CuratedAnswer, 'question' | 'wordings' | 'answer' | 'sources' | 'active'> & {
  suggestionId?: string;
  revision?: number;
};

export const emptyDraft: CuratedDraft = { question: '', wordings: [], answer: '', sources: [], active: true };

type CuratedForm = ZodForm<typeof CuratedAnswerInput>;

const Wordings = ({ form }: { form: CuratedForm }) => {
  const { value = [], onChange, error } = form.bind('wordings');
  return (
    <Textarea
      label="Other wordings"
      description={`Questions that mean the same, one on each line, at most ${mostWordings}. A question gets the answer when it has the same words; capitals, endings and small slips do not matter.`}
      autosize
      minRows={2}
      maxRows={10}
      dir="auto"
      value={value.join('\n')}
      error={error}
      onChange={(event) => {
        const written = event.currentTarget.value;
        onChange(written === '' ? [] : written.split('\n'));
      }}
    />
  );
};

const Sources = ({ form, known }: { form: CuratedForm; known: CuratedDraft['sources'] }) => {
  const { value = [] } = form.bind('sources');
  const answer = form.form.watch('answer');
  if (value.length === 0) return null;
  const remove = (at: number) => {
    form.form.setValue('sources', value.toSpliced(at, 1), { shouldDirty: true });
    form.form.setValue('answer', withoutSource(answer, at + 1), { shouldDirty: true });
  };
  const cite = (at: number) =>
    form.form.setValue('answer', `${answer.trimEnd()} [${at + 1}]`, { shouldDirty: true });
  return (
    <fieldset className={`stack-2 ${classes.sources}`}>
      <legend className="small no-pad bold">Sources</legend>
      <p className="note">
        The mark [1] in the answer stands for the first source. A source without a mark is not saved.
      </p>
      <ol className="stack-2 flat indent">
        {value.map(({ chunkId }, at) => {
          const source = known.find((each) => each.chunkId === chunkId);
          const where = [
            source?.documentName,
            source && describePosition({ page: source.page, second: source.second })?.toLowerCase(),
          ];
          return (
            <li key={chunkId}>
              <span>
                <strong dir="auto">{where.filter(Boolean).join(', ')}</strong>
                <q className="clamp-3 muted small" dir="auto">
                  {source?.quote}
                </q>
                {isCited(answer, at + 1) ? null : (
                  <span className="muted small">
                    Not cited.{' '}
                    <Button variant="subtle" size="compact-sm" onClick={() => cite(at)}>
                      Cite source {at + 1} at the end
                    </Button>
                  </span>
                )}
              </span>
              <ActionIcon aria-label={`Remove source ${at + 1}`} onClick={() => remove(at)}>
                <IconTrash size={16} />
              </ActionIcon>
            </li>
          );
        })}
      </ol>
    </fieldset>
  );
};

const toCuratedValues = (
  appId: string,
  { suggestionId, question, wordings, answer, sources, active }: CuratedDraft,
) => ({
  ...{ appId, suggestionId, question, wordings, answer, active },
  // The same passage may have been cited with several numbers.
  sources: sources.map(({ chunkId }) => ({ chunkId })),
});

interface CuratedDialogProps {
  appId: string;
  draft: CuratedDraft;
  onClose: () => void;
}

/** Writes the answer to a question of an app, or changes it. */
export const CuratedDialog = ({ appId, draft, onClose }: CuratedDialogProps) => {
  const save = useSaveCurated();
  const { revision: begun } = draft;
  const [sources, setSources] = useState(draft.sources);
  const form = useZodForm(CuratedAnswerInput, {
    defaultValues: toCuratedValues(appId, draft),
    stored:
      begun === undefined
        ? undefined
        : {
            revision: begun,
            read: (newest) => {
              const now = CuratedAnswer.parse(newest);
              setSources(now.sources);
              return toCuratedValues(appId, now);
            },
          },
    fieldOfCode: { 'suggestions.question_taken': 'question' },
    onSubmit: async (body, revision) => {
      await save.mutateAsync({ body: { ...withCitedSources(body), revision } });
      onClose();
    },
  });
  return (
    <FormDialog
      opened
      size="lg"
      title={draft.suggestionId === undefined ? 'Write a curated answer' : 'Change the curated answer'}
      description="Whoever asks this gets the answer as you write it, before the documents are searched, and reads that a person wrote it."
      onClose={onClose}
      form={form}
      submitLabel="Save"
    >
      <TextInput
        label="Question"
        withAsterisk
        dir="auto"
        autoComplete="off"
        placeholder="How do I cancel my subscription?"
        maxLength={longestCuratedQuestion}
        {...form.field('question')}
      />
      <Wordings form={form} />
      <Textarea
        label="Answer"
        description="Markdown may be used: lists, tables, links."
        withAsterisk
        autosize
        minRows={4}
        maxRows={16}
        dir="auto"
        {...form.field('answer')}
      />
      <Sources form={form} known={sources} />
    </FormDialog>
  );
};
