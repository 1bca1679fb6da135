import { auth } from '@atelier/contracts/auth';
import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useRead } from '../lib/query.ts';

const Outbox = lazy(() => import('./outbox.tsx').then((it) => ({ default: it.Outbox })));

/** Opens the person's own mails that wait where no mail server is configured; nothing where there is one. */
export const OutboxButton = () => {
  const { data, refetch } = useRead(auth.endpoints.outbox, {});
  const [isOpen, setOpen] = useState(false);
  if (data === undefined) return null;
  const show = () => {
    void refetch();
    setOpen(true);
  };
  return (
    <>
      <Button size="xs" variant="subtle" onClick={show}>
        Open outbox
      </Button>
      {isOpen ? (
        <Suspense>
          <Outbox mails={data.mails} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
};
