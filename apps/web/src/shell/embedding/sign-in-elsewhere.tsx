import { Anchor, Button } from '@mantine/core';
import { useEffect } from 'react';
import { tellHost } from '../../lib/browser/host-window.ts';
import { Page } from '../../ui/layout/page.tsx';

/** Asks to sign in in a window of its own, because passwords are never entered in a frame of another site. */
export const SignInElsewhere = () => {
  // The host is another window.
  useEffect(() => tellHost({ type: 'SIGN_IN_NEEDED' }), []);
  return (
    <main id="content">
      <Page title="Please sign in">
        <p>
          <Anchor href="/" target="_blank" rel="noreferrer">
            Sign in in a new window
          </Anchor>
          , then load the flows again here.
        </p>
        <Button variant="default" onClick={() => window.location.reload()}>
          Load again
        </Button>
      </Page>
    </main>
  );
};
