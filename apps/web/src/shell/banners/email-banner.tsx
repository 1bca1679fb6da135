import { auth } from '@atelier/contracts/account/identity/auth';
import { Button } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useOperator } from '../../lib/account/operator.ts';
import { useUser } from '../../lib/account/session.ts';
import { useWrite } from '../../lib/query.ts';
import { OutboxButton } from '../outbox/outbox-button.tsx';
import { Banner } from './banner.tsx';

/** Asks the user to verify their email address (BANNER-02, BANNER-03). */
export const EmailBanner = ({ onClose }: { onClose: () => void }) => {
  const { email } = useUser();
  const operator = useOperator();
  const sendAgain = useWrite(auth.endpoints.sendVerifyEmail, { toastFailure: true });
  return (
    <Banner
      label="Email verification"
      tone="warning"
      icon={<IconMail size={17} />}
      onClose={onClose}
      actions={
        <>
          <OutboxButton />
          {sendAgain.isSuccess ? null : (
            <Button
              size="xs"
              variant="default"
              loading={sendAgain.isPending}
              onClick={() => sendAgain.mutate({})}
            >
              Send Again
            </Button>
          )}
        </>
      }
    >
      {sendAgain.isSuccess ? (
        <span role="status">Verify link sent to your mail.</span>
      ) : (
        <>
          Please verify your email.{' '}
          {operator === undefined ? null : operator.sendsMail ? (
            <>
              We sent a link to <strong>{email}</strong>.
            </>
          ) : (
            <>
              The link for <strong>{email}</strong> is in this server’s outbox
              {operator.readsOutbox ? '.' : '. Whoever runs this server can open it.'}
            </>
          )}
        </>
      )}
    </Banner>
  );
};
