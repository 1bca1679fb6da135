import { auth } from '@atelier/contracts/auth';
import { Button, CloseButton } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useState } from 'react';
import { useWrite } from '../lib/query.ts';
import { useUser } from '../lib/session.ts';
import { toastSuccess } from '../ui/toasts.tsx';
import classes from './email-banner.module.css';
import { Outbox } from './outbox.tsx';

/** Shown until the address is verified or the banner is closed (BANNER-01 to BANNER-03). */
export const EmailBanner = () => {
  const user = useUser();
  const [isClosed, setClosed] = useState(false);
  const sendAgain = useWrite(auth.endpoints.sendVerifyEmail, {
    toastFailure: true,
    onSuccess: () => toastSuccess('Verify link sent to your mail.'),
  });
  if (user.email_verified || isClosed) return null;
  return (
    <div className={classes.banner} role="region" aria-label="Email verification">
      <IconMail className={classes.icon} size={17} aria-hidden="true" />
      <p className={classes.text}>
        Please verify your email. We sent a link to <strong>{user.email}</strong>.
      </p>
      <Outbox />
      <Button size="xs" variant="default" loading={sendAgain.isPending} onClick={() => sendAgain.mutate({})}>
        Send Again
      </Button>
      <CloseButton size="sm" aria-label="Close this banner" onClick={() => setClosed(true)} />
    </div>
  );
};
