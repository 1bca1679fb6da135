import { auth } from '@atelier/contracts/auth';
import { Button } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useWrite } from '../../lib/query.ts';
import { useUser } from '../../lib/session.ts';
import { Banner } from './banner.tsx';

const Outbox = lazy(() => import('../outbox.tsx').then((it) => ({ default: it.Outbox })));

/** The address is not verified yet (BANNER-02, BANNER-03). */
export const EmailBanner = ({ onClose }: { onClose: () => void }) => {
  const { email } = useUser();
  const sendAgain = useWrite(auth.endpoints.sendVerifyEmail, { toastFailure: true });
  return (
    <Banner
      label="Email verification"
      tone="warning"
      icon={<IconMail size={17} />}
      onClose={onClose}
      actions={
        <>
          <Suspense>
            <Outbox />
          </Suspense>
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
          Please verify your email. We sent a link to <strong>{email}</strong>.
        </>
      )}
    </Banner>
  );
};
