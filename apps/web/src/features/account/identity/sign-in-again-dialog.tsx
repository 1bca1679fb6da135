import type { SessionUser } from '@atelier/contracts/account/identity/auth';
import { Button, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { CodeForm } from './code-form.tsx';
import { ProviderButtons } from './provider-buttons.tsx';
import { SignInForm } from './sign-in-form.tsx';

export interface SignInAgainProps {
  email: string;
  onSignedIn: (user: SessionUser) => unknown;
  /** Called when the user signs out and gives up their input. */
  onLeave: () => void;
}

/** Opens a provider in another window, so that this page keeps the user's input. The page notices the new session by itself. */
const openBeside = (address: string): void =>
  void window.open(address, '_blank', 'popup,width=520,height=680');

/** Asks users to sign in again when their session has ended, over a screen that keeps their input. */
export const SignInAgainDialog = ({ email, onSignedIn, onLeave }: SignInAgainProps) => {
  const [challenge, setChallenge] = useState<string>();
  return (
    <Modal
      opened
      onClose={() => undefined}
      closeOnEscape={false}
      closeOnClickOutside={false}
      withCloseButton={false}
      title="You have been signed out"
      size="sm"
      zIndex={300}
    >
      <Stack gap="md">
        <Text c="dimmed" size="sm">
          Sign in again to continue. Your input is still here, and the interrupted change is then saved.
        </Text>
        {challenge === undefined ? (
          <div>
            <SignInForm email={email} onChallenge={setChallenge} onSignedIn={onSignedIn} />
            <ProviderButtons onSignedIn={onSignedIn} openProvider={openBeside} />
          </div>
        ) : (
          <CodeForm challenge={challenge} onSignedIn={onSignedIn} />
        )}
        <Button variant="subtle" color="gray" onClick={onLeave}>
          Discard it and leave
        </Button>
      </Stack>
    </Modal>
  );
};
