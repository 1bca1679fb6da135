import type { SavedQuestion } from '@atelier/contracts/content/retrieval/retrieval-records';
import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { formatCount } from '../../../lib/format.ts';
import { Panel } from '../../../ui/layout/panel.tsx';
import classes from './retrieval.module.css';
import { useQuestions, useRemoveQuestion } from './retrieval-api.ts';

interface SavedQuestionsProps {
  knowledgeBaseId: string;
  onAsk: (question: string) => void;
}

const expectedWords = ({ expected }: SavedQuestion): string => {
  const [first, ...more] = expected;
  return `${first?.documentName ?? ''}${more.length > 0 ? ` and ${formatCount(more.length, 'other')}` : ''}`;
};

/** Questions that are saved as tests; hidden while there are none. */
export const SavedQuestions = ({ knowledgeBaseId, onAsk }: SavedQuestionsProps) => {
  const { rows } = useQuestions(knowledgeBaseId);
  const remove = useRemoveQuestion();
  if (rows.length === 0) return null;
  return (
    <Panel
      title="Test questions"
      description="Asked again when you change how documents are cut or embedded."
    >
      <ul className={`stack-2 bare small ${classes.saved}`}>
        {rows.map((row) => (
          <li key={row.savedQuestionId}>
            <button
              type="button"
              className={`break-anywhere no-pad text-color text-start ${classes.savedQuestion}`}
              onClick={() => onAsk(row.query)}
            >
              {row.query}
            </button>
            <span className="muted">should find {expectedWords(row)}</span>
            {row.abilities['canRemove'] ? (
              <Button
                size="compact-xs"
                variant="subtle"
                color="gray"
                aria-label={`Delete the test question “${row.query}”`}
                onClick={() => remove.mutate({ params: { questionId: row.savedQuestionId } })}
              >
                <IconTrash size={14} />
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
    </Panel>
  );
};
