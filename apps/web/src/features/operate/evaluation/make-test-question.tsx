import { Button } from '@mantine/core';
import { IconListCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useMay } from '../../../lib/account/session.ts';
import { QuestionDialog } from './question-dialog.tsx';

interface MakeTestQuestionProps {
  appId: string;
  question: string;
  /** The first text of the correct answer. */
  answer: string;
  /** Called when a dialog opens over the screen, and when it closes. */
  onCover: (isCovered: boolean) => void;
}

/** Makes a test question of one that somebody asked. */
export const MakeTestQuestion = ({ appId, question, answer, onCover }: MakeTestQuestionProps) => {
  const [isOpen, setOpen] = useState(false);
  if (!useMay()('apps:write')) return null;
  const turn = (open: boolean) => {
    setOpen(open);
    onCover(open);
  };
  return (
    <>
      <Button variant="default" leftSection={<IconListCheck size={16} />} onClick={() => turn(true)}>
        Make it a test question
      </Button>
      {isOpen ? (
        <QuestionDialog
          subject={{ appId }}
          draft={{
            question: question.slice(0, 2000),
            correctAnswer: answer.replaceAll(/ ?\[\d+\]/g, '').slice(0, 8000),
            expectedCalls: [],
          }}
          onClose={() => turn(false)}
        />
      ) : null}
    </>
  );
};
