import { documentImports } from '@atelier/contracts/content/documents/document-imports';
import type {
  LossStage,
  RetrievalExplanation,
  RetrievalFix,
} from '@atelier/contracts/content/retrieval/retrieval-explanation';
import type { RetrievalSettings } from '@atelier/contracts/content/retrieval/retrieval-shapes';
import { Button, Modal, Select, Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconCircleCheck, IconCircleDashed, IconCircleX } from '@tabler/icons-react';
import { type SyntheticEvent, useState } from 'react';
import { usePages } from '../../../lib/query.ts';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { stageNames } from './model/retrieval-words.ts';
import classes from './retrieval.module.css';
import { useExplain } from './retrieval-api.ts';

/** The stages of a search in the order in which a chunk can be lost. */
const explainedStages: Record<LossStage, string> = {
  IMPORT: 'Import',
  PARSE: 'Reading',
  CHUNK: 'Cutting',
  STATE: 'Index',
  FILTER: 'Filter',
  RANK: 'Ranking',
  THRESHOLD: 'Threshold',
  RERANK: 'Reranking',
  CONTEXT: 'Cut',
};

type Rank = RetrievalExplanation['ranks'][number];

/** Formats the rank of a chunk: "Words: place 12 of 340, score 0.21". */
const rankWords = ({ stage, rank, of, score }: Rank): string => {
  const name = stage === 'final' ? 'In the end' : stageNames[stage];
  if (rank === null) return `${name}: not among ${of}`;
  return `${name}: place ${rank} of ${of}${score === null ? '' : `, score ${score.toFixed(2)}`}`;
};

interface MissingDialogProps {
  opened: boolean;
  onClose: () => void;
  knowledgeBaseId: string;
  question: string;
  settings: RetrievalSettings;
  /** Applies a fix. The dialog then closes. */
  onFix: (fix: RetrievalFix) => void;
}

const marks = {
  PASSED: <IconCircleCheck size={18} aria-hidden="true" />,
  LOST: <IconCircleX size={18} aria-hidden="true" />,
  NOT_REACHED: <IconCircleDashed size={18} aria-hidden="true" />,
};
const outcomes = { PASSED: 'passed', LOST: 'lost here', NOT_REACHED: 'not reached' };

const Steps = ({ steps }: Pick<RetrievalExplanation, 'steps'>) => (
  <ol className={`stack-2 bare small ${classes.steps}`}>
    {steps.map(({ stage, outcome, text }) => (
      <li key={stage} data-outcome={outcome}>
        {marks[outcome]}
        <span>
          <strong>{explainedStages[stage]}</strong> <span className="sr-only">{outcomes[outcome]}. </span>
          {text}
        </span>
      </li>
    ))}
  </ol>
);

const Explanation = ({
  explanation,
  onFix,
}: {
  explanation: RetrievalExplanation;
  onFix: MissingDialogProps['onFix'];
}) => (
  <div className={`stack-4 ${classes.explanation}`}>
    <p role="status" className={classes.verdict} data-found={explanation.found || undefined}>
      {explanation.reason}
    </p>
    {explanation.fixes.length > 0 ? (
      <div className="wrap-2">
        {explanation.fixes.map((fix, at) => (
          <Button
            key={`${fix.action} ${fix.label}`}
            size="xs"
            variant={at === 0 ? 'filled' : 'default'}
            onClick={() => onFix(fix)}
          >
            {fix.label}
          </Button>
        ))}
      </div>
    ) : null}
    <Steps steps={explanation.steps} />
    {explanation.ranks.length > 0 ? (
      <ul className="note stack-2 tabular no-pad no-bullets" aria-label="Places">
        {explanation.ranks.map((rank) => (
          <li key={rank.stage}>{rankWords(rank)}</li>
        ))}
      </ul>
    ) : null}
  </div>
);

const useDocumentChoices = (knowledgeBaseId: string, typed: string) => {
  const [search] = useDebouncedValue(typed.trim(), 200);
  const { rows } = usePages(documentImports.endpoints.listImports, {
    params: { id: knowledgeBaseId },
    query: { search, sort: 'name', order: 'asc' },
  });
  return rows;
};

/** Explains why a chunk was not found: asks which chunk, shows the stages that it passed, and offers fixes (RETRIEVE-07). */
export const MissingDialog = (props: MissingDialogProps) => {
  const { opened, onClose, knowledgeBaseId, question, settings, onFix } = props;
  const [text, setText] = useState('');
  const [importId, setImportId] = useState<string | null>(null);
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  // True when the focus should go to the question on closing, instead of to the button that opened the dialog.
  const [isRephrasing, setIsRephrasing] = useState(false);
  const choices = useDocumentChoices(knowledgeBaseId, typed);
  const explain = useExplain();
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (text.trim() === '' && importId === null)
      return setError('Please choose a document, or paste the chunk that you expected.');
    setError(undefined);
    explain.mutate({
      knowledgeBaseId,
      query: question,
      ...settings,
      ...(importId === null ? {} : { knowledgeBaseImportId: importId }),
      ...(text.trim() === '' ? {} : { text: text.trim() }),
    });
  };
  const close = () => {
    explain.reset();
    onClose();
  };
  return (
    <Modal
      opened={opened}
      onClose={close}
      returnFocus={!isRephrasing}
      title="Why was it not found?"
      size="lg"
    >
      <form className="stack-4" onSubmit={submit} noValidate>
        <Textarea
          label="The chunk that you expected"
          description="Paste a sentence or two of it."
          minRows={2}
          maxLength={4000}
          value={text}
          error={error}
          data-autofocus
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Select
          label="Document"
          description="Only if you know it."
          placeholder="Any document"
          searchable
          clearable
          data={choices.map((row) => ({ value: row.knowledgeBaseImportId, label: row.name }))}
          value={importId}
          searchValue={typed}
          onSearchChange={setTyped}
          onChange={setImportId}
        />
        <Button type="submit" loading={explain.isPending} className="self-start">
          Explain
        </Button>
      </form>
      {explain.error ? <ErrorState error={explain.error} title="It could not be explained" /> : null}
      {explain.data ? (
        <Explanation
          explanation={explain.data}
          onFix={(fix) => {
            setIsRephrasing(fix.action === 'REPHRASE');
            close();
            onFix(fix);
          }}
        />
      ) : null}
    </Modal>
  );
};
