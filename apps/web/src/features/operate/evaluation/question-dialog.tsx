import {
  type BotPerformance,
  TestQuestionInput,
} from '@atelier/contracts/operate/evaluation/evaluation-shapes';
import { Textarea } from '@mantine/core';
import { FormDialog } from '../../../ui/forms/form-dialog.tsx';
import { useZodForm } from '../../../ui/forms/use-zod-form.ts';
import { useAddQuestions, useChangeQuestion } from './api.ts';

/** What the dialog begins with: a new question, a stored one, or one that somebody asked. */
export type QuestionDraft = Pick<BotPerformance, 'question' | 'correctAnswer'> & {
  botPerformanceId?: string;
};

export const emptyQuestion: QuestionDraft = { question: '', correctAnswer: '' };

interface QuestionDialogProps {
  appId: string;
  draft: QuestionDraft;
  onClose: () => void;
}

/** Writes a test question, or changes it. */
export const QuestionDialog = ({ appId, draft, onClose }: QuestionDialogProps) => {
  const add = useAddQuestions();
  const change = useChangeQuestion();
  const { botPerformanceId: id, ...defaultValues } = draft;
  const form = useZodForm(TestQuestionInput, {
    defaultValues,
    onSubmit: async (written) => {
      if (id === undefined) await add.mutateAsync({ body: { appId, questions: [written] } });
      else await change.mutateAsync({ params: { id }, body: written });
      onClose();
    },
  });
  return (
    <FormDialog
      opened
      size="lg"
      title={id === undefined ? 'Add a test question' : 'Change the test question'}
      description="The app is asked this question when you run the test questions, and its answer is compared with the correct one."
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
    </FormDialog>
  );
};
