import type { QuickStart } from '@atelier/contracts/operate/onboarding/quick-start';
import { Button, Skeleton, VisuallyHidden } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { TextLink } from '../../../ui/layout/text-link.tsx';
import { useEnd, useQuestions } from './api.ts';
import classes from './first-minute.module.css';
import { Share } from './share.tsx';

/** The chat as everybody with the link sees it. It is shown once its first questions are known. */
const ChatInPlace = ({ start }: { start: QuickStart }) => {
  const questions = useQuestions(start);
  if (questions.isPending)
    return (
      <div className={classes.chat} role="status" aria-label="Choosing questions to begin with">
        <Skeleton height="100%" radius="lg" />
      </div>
    );
  const { pathname, search } = new URL(start.shareUrl, location.origin);
  return <iframe className={classes.chat} title={`Chat with ${start.name}`} src={`${pathname}${search}`} />;
};

/** Shown when the documents have been read: the chat, and the actions on it. */
export const Ready = ({ start }: { start: QuickStart }) => {
  const navigate = useNavigate();
  const end = useEnd();
  const finish = (to: string) => end.mutate({}, { onSuccess: () => void navigate({ to }) });
  return (
    <div className={`stack-5 align-start ${classes.ready}`}>
      <ChatInPlace start={start} />
      <aside className="stack-4 min-0" aria-label="What to do with it">
        <Share start={start} />
        <p className={`note ${classes.other}`}>
          Name, words, look and documents can be changed in{' '}
          <TextLink to={`/apps/${start.appId}`}>the app</TextLink> and in{' '}
          <TextLink to={`/knowledge-base/${start.knowledgeBaseId}/documents`}>its knowledge base</TextLink>.
        </p>
        <div>
          <Button
            variant="default"
            rightSection={<IconArrowRight size={16} />}
            loading={end.isPending}
            onClick={() => finish('/agents')}
          >
            Done, go to the start page
          </Button>
        </div>
      </aside>
      <VisuallyHidden role="status">You can ask your documents now.</VisuallyHidden>
    </div>
  );
};
