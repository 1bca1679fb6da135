import { useLoaded } from '../use-loaded.ts';
import { callUser, type Invitation } from './api.ts';
import { ProviderArrival } from './provider-arrival.tsx';
import { Providers } from './providers.tsx';
import { useAction } from './use-action.ts';
import classes from './user.module.css';
import { Field, passwordHint, UserForm } from './user-form.tsx';
import { UserFrame } from './user-frame.tsx';
import type { ScreenProps } from './user-page.tsx';
import { userPath } from './user-place.ts';

const NoInvitation = ({ place, names, reason }: ScreenProps & { reason: string }) => (
  <UserFrame title={`You need an invitation to ${names.appName}`} names={names} lead={reason}>
    <ul className={`bare stack-2 ${classes.links}`}>
      <li>
        <a href={userPath('sign-in', place.appId)}>Sign in with an account that you have</a>
      </li>
    </ul>
  </UserFrame>
);

const SignUpForm = ({ place, names, invitation }: ScreenProps & { invitation: Invitation }) => {
  const { appId, token = '' } = place;
  const action = useAction();
  const signUp = async ({ firstName = '', lastName = '', password = '' }: Record<string, string>) => {
    await callUser('signUp', { body: { appId, token, firstName, lastName, password } });
    window.location.replace(userPath('chat', appId));
  };
  return (
    <UserFrame
      title={`Sign up for ${names.appName}`}
      names={names}
      lead="You are invited to chat with this app. Choose a name and a password."
    >
      <UserForm action={action} submitLabel="Sign up" onSubmit={signUp}>
        <Field label="Email" name="email" type="email" autoComplete="username" value={invitation.email} />
        <Field label="First name" name="firstName" autoComplete="given-name" hasFocus />
        <Field label="Last name (optional)" name="lastName" autoComplete="family-name" isRequired={false} />
        <Field
          label="Password"
          name="password"
          type="password"
          autoComplete="new-password"
          hint={passwordHint}
        />
      </UserForm>
      <Providers appId={appId} providers={names.providers} />
    </UserFrame>
  );
};

const InvitedSignUp = (props: ScreenProps) => {
  const { appId, token } = props.place;
  const loaded = useLoaded(`${appId} ${token ?? ''}`, async () => {
    if (token === undefined) return undefined;
    const invitation = await callUser('verifyInvitation', { body: { appId, token } });
    if (invitation.hasAccount) window.location.replace(userPath('sign-in', appId, token));
    return invitation;
  });
  if (loaded.state === 'failed')
    return (
      <NoInvitation
        {...props}
        reason={loaded.error instanceof Error ? loaded.error.message : 'Please try again.'}
      />
    );
  if (loaded.state === 'loading' || loaded.value?.hasAccount)
    return <div className={classes.page} role="status" aria-label="Reading your invitation" />;
  return loaded.value === undefined ? (
    <NoInvitation {...props} reason="Please open the link of the mail that invites you." />
  ) : (
    <SignUpForm {...props} invitation={loaded.value} />
  );
};

/** Makes the account of an invited person (ROUTE-22), with a password or by what a provider has sent back. */
export const SignUp = (props: ScreenProps) => {
  const { providerReturn } = props.place;
  return providerReturn === undefined ? (
    <InvitedSignUp {...props} />
  ) : (
    <ProviderArrival {...props} returned={providerReturn} />
  );
};
