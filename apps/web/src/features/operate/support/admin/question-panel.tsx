import { ReplyToQuestion, support } from '@atelier/contracts/operate/support/support';
import { Button, Textarea } from '@mantine/core';
import { useRead, useWrite } from '../../../../lib/query.ts';
import { FormFailure } from '../../../../ui/feedback/form-failure.tsx';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import { useZodForm } from '../../../../ui/forms/use-zod-form.ts';
import { SidePanel } from '../../../../ui/layout/side-panel.tsx';
import { MessageList } from '../message-list.tsx';

const { endpoints } = support;

const ReplyForm = ({ questionId, name }: { questionId: string; name: string }) => {
  const reply = useWrite(endpoints.reply, {
    refreshes: [endpoints.getQuestion, endpoints.listQuestions],
    success: `${name} gets your answer by mail as well.`,
  });
  const form = useZodForm(ReplyToQuestion, {
    defaultValues: { text: '' },
    onSubmit: async (body) => {
      await reply.mutateAsync({ params: { id: questionId }, body });
      form.reset({ text: '' });
    },
  });
  return (
    <form onSubmit={form.submit} className="stack-3">
      <Textarea label="Your answer" autosize minRows={3} maxRows={12} {...form.field('text')} />
      <FormFailure failure={form.failure} />
      <Button type="submit" loading={form.isSubmitting} className="self-end">
        Send the answer
      </Button>
    </form>
  );
};

const describeOrigin = ({ screen, appVersion }: { screen: string | null; appVersion: string | null }) =>
  screen === null ? undefined : `On ${screen}, version ${appVersion ?? 'unknown'}`;

/** The whole conversation, with a field for the answer. */
export const QuestionPanel = ({ questionId, onClose }: { questionId: string; onClose: () => void }) => {
  const question = useRead(endpoints.getQuestion, { params: { id: questionId } }, { staleTime: 0 });
  const { data } = question;
  return (
    <SidePanel opened onClose={onClose} title={data ? `${data.user.name}, ${data.companyName}` : 'Question'}>
      <QueryView query={question} skeleton="form" errorTitle="The question could not be loaded">
        {({ messages, user }) => (
          <div className="stack-5">
            <p className="flat muted text-md">{user.email}</p>
            <MessageList label="Conversation" messages={messages} own="STAFF" more={describeOrigin} />
            <ReplyForm questionId={questionId} name={user.name} />
          </div>
        )}
      </QueryView>
    </SidePanel>
  );
};
