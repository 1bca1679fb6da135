import { AskSupport, support } from '@atelier/contracts/operate/support/support';
import { Button, Textarea } from '@mantine/core';
import { useUser } from '../../../lib/account/session.ts';
import { useRead, useWrite } from '../../../lib/query.ts';
import { FormFailure } from '../../../ui/feedback/form-failure.tsx';
import { QueryView } from '../../../ui/feedback/query-view.tsx';
import { useZodForm } from '../../../ui/forms/use-zod-form.ts';
import { SidePanel } from '../../../ui/layout/side-panel.tsx';
import { MessageList } from './message-list.tsx';
import { closeSupport, keepDraft, supportSession } from './support-session.ts';

const { endpoints } = support;
const refreshMs = 15_000;
const Question = AskSupport.pick({ text: true });

const AskForm = () => {
  const ask = useWrite(endpoints.ask, { refreshes: [endpoints.conversation] });
  const form = useZodForm(Question, {
    defaultValues: { text: supportSession().draft },
    onSubmit: async ({ text }) => {
      const { sessionId } = supportSession();
      await ask.mutateAsync({ body: { text, sessionId, screen: location.pathname } });
      keepDraft('');
      form.reset({ text: '' });
    },
  });
  return (
    <form onSubmit={form.submit} className="stack-3">
      <Textarea
        label="Your message"
        description="What were you about to do, and what happened instead? We see which screen you are on."
        autosize
        minRows={3}
        maxRows={10}
        data-autofocus
        {...form.field('text')}
        onInput={(event) => keepDraft(event.currentTarget.value)}
      />
      <FormFailure failure={form.failure} />
      <Button type="submit" loading={form.isSubmitting} className="self-end">
        Send
      </Button>
    </form>
  );
};

/** The conversation of the signed-in user with support, shown over the open screen (SESSION-27). */
export const SupportPanel = () => {
  const { email } = useUser();
  const conversation = useRead(endpoints.conversation, {}, { refetchInterval: refreshMs, staleTime: 0 });
  return (
    <SidePanel opened onClose={closeSupport} title="Help & support">
      <div className="stack-5">
        <p className="flat muted text-md">
          Ask us anything, or tell us what could be better. The answer comes here and by mail to{' '}
          <strong>{email}</strong>.
        </p>
        <QueryView query={conversation} skeleton="form" errorTitle="The conversation could not be loaded">
          {({ messages, state }) =>
            messages.length === 0 ? null : (
              <>
                <MessageList label="Conversation" messages={messages} own="USER" />
                {state === 'OPEN' ? (
                  <p className="flat muted text-md" role="status">
                    Your message has arrived. The answer will appear here.
                  </p>
                ) : null}
              </>
            )
          }
        </QueryView>
        <AskForm />
      </div>
    </SidePanel>
  );
};
