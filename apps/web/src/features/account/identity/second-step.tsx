import { Anchor } from '@mantine/core';
import { useSession } from '../../../lib/account/session.ts';
import { AuthLayout } from './auth-layout.tsx';
import { CodeForm } from './code-form.tsx';

interface SecondStepProps {
  challenge: string;
  onBack: () => void;
}

/** The second step of signing in, with a code of the authenticator app or a recovery code. */
export const SecondStep = ({ challenge, onBack }: SecondStepProps) => {
  const { begin } = useSession();
  return (
    <AuthLayout
      title="One more step"
      description="Enter the six digits that your authenticator app shows now."
      footer={
        <Anchor component="button" type="button" size="sm" onClick={onBack}>
          Sign in as somebody else
        </Anchor>
      }
    >
      <CodeForm challenge={challenge} onSignedIn={begin} />
    </AuthLayout>
  );
};
