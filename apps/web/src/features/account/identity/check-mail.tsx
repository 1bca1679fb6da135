import { auth } from '@atelier/contracts/account/identity/auth';
import { Anchor, Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useOperator } from '../../../lib/account/operator.ts';
import { OperatorNote } from '../../../lib/account/operator-note.tsx';
import { useRead } from '../../../lib/query.ts';
import { AuthLayout } from './auth-layout.tsx';
import classes from './check-mail.module.css';

const linkIn = (text: string): string | undefined => /https?:\/\/\S+/.exec(text)?.[0];

/** Shows the mail if no mail server is configured and this browser may read the outbox. */
const MailOnThisComputer = ({ to, since }: { to: string; since: string }) => {
  const readsOutbox = useOperator()?.readsOutbox === true;
  const { data } = useRead(
    auth.endpoints.outbox,
    {},
    {
      enabled: readsOutbox,
      refetchInterval: (reply) =>
        reply?.mails.some((mail) => mail.to === to && mail.createdAt >= since) ? false : 1000,
    },
  );
  const mail = data?.mails.find((each) => each.to === to && each.createdAt >= since);
  const link = mail && linkIn(mail.text);
  if (mail === undefined || link === undefined) return null;
  return (
    <div className={`box sunken pad-3-4 ${classes.mail}`} role="status">
      <p className="muted small below-2">
        No mail server is set up, so the mail waits here for you, the operator:
      </p>
      <Anchor underline="always" href={link}>
        {mail.subject}
      </Anchor>
    </div>
  );
};

interface CheckMailProps {
  to: string;
  /** The time at which the mail was requested. On a server without mail, later mails are shown here. */
  since?: string;
  children: ReactNode;
}

/** Asks the user to open a mail. The text does not reveal whether one was sent. */
export const CheckMail = ({ to, since, children }: CheckMailProps) => {
  const navigate = useNavigate();
  return (
    <AuthLayout title="Check your mail" description={children}>
      {since === undefined ? null : <MailOnThisComputer to={to} since={since} />}
      <Button size="md" fullWidth variant="default" onClick={() => void navigate({ to: '/' })}>
        Go to the sign-in
      </Button>
      <OperatorNote />
    </AuthLayout>
  );
};
