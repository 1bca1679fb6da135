import type { OwnAccessRequest } from '@atelier/contracts/account/shared-things';
import { Button, Textarea } from '@mantine/core';
import { IconHandStop } from '@tabler/icons-react';
import { useState } from 'react';
import { useUser } from '../../../../lib/account/session.ts';
import { describeError } from '../../../../ui/feedback/describe-error.ts';
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx';
import { Page } from '../../../../ui/layout/page.tsx';
import { TextLink } from '../../../../ui/layout/text-link.tsx';
import { AppsIllustration } from '../../../../ui/theme/illustrations.tsx';
import { useAskFor } from './api.ts';
import classes from './not-shared.module.css';

const mostLetters = 500;

const Asking = ({ entityId, label }: OwnAccessRequest) => {
  const [message, setMessage] = useState('');
  const ask = useAskFor();
  return (
    <form
      className={`stack-3 ${classes.asking}`}
      onSubmit={(event) => {
        event.preventDefault();
        ask.mutate({ params: { entityId }, body: { message } });
      }}
    >
      <Textarea
        label="What do you need it for?"
        description="You may leave this empty."
        autosize
        minRows={2}
        maxRows={6}
        maxLength={mostLetters}
        value={message}
        error={ask.error ? describeError(ask.error).message : undefined}
        onChange={(event) => setMessage(event.currentTarget.value)}
      />
      <Button type="submit" leftSection={<IconHandStop size={16} />} loading={ask.isPending}>
        {`Ask for this ${label}`}
      </Button>
    </form>
  );
};

interface NotSharedProps {
  request: OwnAccessRequest;
  /** Loads what could not be read before. */
  onOpen: () => void;
}

const States = ({ request, onOpen }: NotSharedProps) => {
  const { tenantName } = useUser();
  const { label, state } = request;
  if (state === 'MAY_ASK') {
    return (
      <EmptyState
        illustration={<AppsIllustration />}
        title={`This ${label} is not shared with you`}
        action={<Asking {...request} />}
      >
        {`It belongs to ${tenantName}. Ask for it, and whoever looks after it can give you access with one click.`}
      </EmptyState>
    );
  }
  if (state === 'ASKED') {
    return (
      <EmptyState
        illustration={<AppsIllustration />}
        title="You have asked for access"
        action={<TextLink to="/agents">To the first screen</TextLink>}
      >
        <span role="status">{`You get a mail as soon as somebody gives you access to this ${label}.`}</span>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      illustration={<AppsIllustration />}
      title="You have access now"
      action={<Button onClick={onOpen}>{`Open the ${label}`}</Button>}
    />
  );
};

/** Shown instead of a thing of the own company that was not shared with the user, on every screen. */
export const NotShared = (props: NotSharedProps) => {
  const { label } = props.request;
  return (
    <Page title={label.charAt(0).toUpperCase() + label.slice(1)}>
      <States {...props} />
    </Page>
  );
};
