import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { lazy, Suspense } from 'react';
import { useOperator } from '../../lib/account/operator.ts';

const OutboxDialog = lazy(() => import('./outbox.tsx').then((it) => ({ default: it.OutboxDialog })));

/** Opens the mails that wait on a server without a mail server. Only operators see it. */
export const OutboxButton = () => {
  const operator = useOperator();
  const [isOpen, { open, close }] = useDisclosure();
  if (operator?.readsOutbox !== true) return null;
  return (
    <>
      <Button size="xs" variant="subtle" onClick={open}>
        Open outbox
      </Button>
      {isOpen ? (
        <Suspense>
          <OutboxDialog onClose={close} />
        </Suspense>
      ) : null}
    </>
  );
};
