import { BotPerformance, TestQuestionInput } from '@atelier/contracts/operate/evaluation/evaluation-shapes';
import { Textarea } from '@mantine/core';
import { FormDialog } from '../../../ui/forms/form-dialog.tsx';
import { useZodForm } from '../../../ui/forms/use-zod-form.ts';
import { useAddQuestions, useChangeQuestion } from './api.ts';
import { ExpectedCalls } from './expected-calls.tsx';
import { isAgent, type Subject, wordForSubject } from './model/subject.ts';

/** The first values of the dialog: a new question, a stored one, or one that somebody asked. */
export type QuestionDraft = Pick<BotPerformance, 'question' | 'correctAnswer' | 'expectedCalls'> & {
  botPerformanceId?: string;
  revision?: number;
};

export const emptyQuestion: QuestionDraft = { question: '', correctAnswer: '', expectedCalls: [] };

const toFormValues = ({ question, correctAnswer, expectedCalls }: QuestionDraft) => ({
  ...{ question, correctAnswer, expectedCalls },
});

interface QuestionDialogProps {
  subject: Subject;
  draft: QuestionDraft;
  onClose: () => void;
}

/** Writes a test question, or changes it. */
export const QuestionDialog = ({ subject, draft, onClose }: QuestionDialogProps) => {
  const add = useAddQuestions();
  const change = useChangeQuestion();
  const { botPerformanceId: id, revision: begun } = draft;
  const form = useZodForm(TestQuestionInput, {
    defaultValues: toFormValues(draft),
    stored:
      begun === undefined
        ? undefined
        : { revision: begun, read: (newest) => toFormValues(BotPerformance.parse(newest)) },
    onSubmit: async (written, revision) => {
      if (id === undefined) await add.mutateAsync({ body: { ...subject, questions: [written] } });
      else await change.mutateAsync({ params: { id }, body: { ...written, revision } });
      onClose();
    },
  });
  const calls = form.bind('expectedCalls');
  return (
    <FormDialog
      opened
      size="lg"
      title={id === undefined ? 'Add a test question' : 'Change the test question'}
      description={`The ${wordForSubject(subject)} is asked this question when you run the test questions, and its answer is compared with the correct one.`}
      onClose={onClose}
      form={form}
      submitLabel={id === undefined ? 'Add' : 'Save'}
    >
      <Textarea
        label="Question"
        withAsterisk
        autosize
        minRows={1}
        maxRows={6}
        dir="auto"
        placeholder="How many days of paid leave do employees get?"
        {...form.field('question')}
      />
      <Textarea
        label="Correct answer"
        description="Write only what has to be in the answer. Figures and names count most."
        withAsterisk
        autosize
        minRows={3}
        maxRows={16}
        dir="auto"
        {...form.field('correctAnswer')}
      />
      {isAgent(subject) ? (
        <ExpectedCalls
          agentId={subject.agentId}
          value={TestQuestionInput.shape.expectedCalls.parse(calls.value)}
          onChange={calls.onChange}
        />
      ) : null}
    </FormDialog>
  );
};
