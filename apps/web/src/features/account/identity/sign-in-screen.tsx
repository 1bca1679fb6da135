import { Anchor } from '@mantine/core';
import { OperatorNote } from '../../../lib/account/operator-note.tsx';
import { useSession } from '../../../lib/account/session.ts';
import { useUrlState } from '../../../ui/behaviour/use-url-state.ts';
import { TextLink } from '../../../ui/layout/text-link.tsx';
import { AuthLayout, SignedInElsewhere } from './auth-layout.tsx';
import { CodeForm } from './code-form.tsx';
import { ProviderButtons } from './provider-buttons.tsx';
import { SignInForm } from './sign-in-form.tsx';

interface SecondStepProps {
  challenge: string;
  onBack: () => void;
}

/** The second step of signing in, with a code of the authenticator app or a recovery code. */
const SecondStep = ({ challenge, onBack }: SecondStepProps) => {
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

/** The sign-in page (ROUTE-01). With `?challenge=` it shows the second step, also after a sign-in at a provider. */
export const SignInScreen = () => {
  const [challenge, setChallenge] = useUrlState('challenge');
  const { begin } = useSession();
  return (
    <SignedInElsewhere>
      {challenge === '' ? (
        <AuthLayout
          title="Welcome back"
          description="Sign in to your company’s workspace."
          footer={
            <>
              New here? <TextLink to="/signup">Create an account</TextLink>
              {' · '}
              <TextLink to="/forgot">Forgot password?</TextLink>
            </>
          }
        >
          <SignInForm onChallenge={setChallenge} onSignedIn={begin} />
          <ProviderButtons onSignedIn={begin} />
          <OperatorNote />
        </AuthLayout>
      ) : (
        <SecondStep challenge={challenge} onBack={() => setChallenge('')} />
      )}
    </SignedInElsewhere>
  );
};
