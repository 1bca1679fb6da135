import { Button, Loader } from '@mantine/core';

/** Says that another window is open, and lets the user stop waiting for it. */
export const AuthorizationWait = ({ onStop }: { onStop: () => void }) => (
  <>
    <span role="status" className="row-2">
      <Loader size="xs" /> Waiting for you to allow it in the other window…
    </span>
    <Button size="xs" variant="default" onClick={onStop}>
      Stop waiting
    </Button>
  </>
);
