import { mayAskInviter } from '@atelier/contracts/account/people/invited-by';
import { Button } from '@mantine/core';
import { IconHandStop } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useUser } from '../../../../lib/account/session.ts';

const AskDialog = lazy(() => import('./ask-dialog.tsx').then((it) => ({ default: it.AskDialog })));

/** Checks whether an invitation action is allowed (ROLE-07 to ROLE-09); shown to operators only. */
export const AskForAccess = () => {
  const selectedUser = useUser();
  const [isAsking, setAsking] = useState(false);
  if (!mayAskInviter(selectedUser)) return null;
  return (
    <>
      <Button variant="default" leftSection={<IconHandStop size={16} />} onClick={() => setAsking(true)}>
        Ask for more access
      </Button>
      {isAsking ? (
        <Suspense>
          <AskDialog onClose={() => setAsking(false)} />
        </Suspense>
      ) : null}
    </>
  );
};
