import { Button, Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { rememberRoute } from '../../../../lib/browser/last-route.ts';

/** Shown when the invited address has an account. It leads to the sign-in and then back to the invitation. */
export const SignInFirst = ({ token, email }: { token: string; email: string }) => {
  const navigate = useNavigate();
  const goToSignIn = () => {
    rememberRoute(`/invitation?token=${encodeURIComponent(token)}`);
    void navigate({ href: `/?token=${encodeURIComponent(token)}` });
  };
  return (
    <Stack gap="md">
      <Text>
        The invitation is for <strong>{email}</strong>, which has an account already.
      </Text>
      <Button size="md" fullWidth onClick={goToSignIn}>
        Sign in to join
      </Button>
    </Stack>
  );
};
