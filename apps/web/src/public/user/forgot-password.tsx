import { useState } from 'react';
import { callUser } from './api.ts';
import { useAction } from './use-action.ts';
import classes from './user.module.css';
import { Field, passwordHint, UserForm } from './user-form.tsx';
import { UserFrame } from './user-frame.tsx';
import type { ScreenProps } from './user-page.tsx';
import { userPath } from './user-place.ts';

const ToSignIn = ({ appId }: { appId: string }) => (
  <ul className={`bare stack-2 ${classes.links}`}>
    <li>
      <a href={userPath('sign-in', appId)}>Go to the sign-in</a>
    </li>
  </ul>
);

const OrderMail = ({ place, names }: ScreenProps) => {
  const action = useAction();
  const [orderedFor, setOrderedFor] = useState<string>();
  const order = async ({ email = '' }: Record<string, string>) => {
    await callUser('forgotPassword', { body: { appId: place.appId, email } });
    setOrderedFor(email);
  };
  return (
    <UserFrame
      title={`New password for ${names.appName}`}
      names={names}
      lead="Enter the address to which you were invited, and we send you a link."
    >
      <UserForm action={action} submitLabel="Send the link" onSubmit={order}>
        <Field label="Email" name="email" type="email" autoComplete="username" hasFocus />
      </UserForm>
      <p role="status" className="flat break-anywhere muted">
        {orderedFor === undefined
          ? ''
          : `If ${orderedFor} has an account for this app, a mail with a link is on its way.`}
      </p>
      <ToSignIn appId={place.appId} />
    </UserFrame>
  );
};

const ChoosePassword = ({ place, names, token }: ScreenProps & { token: string }) => {
  const action = useAction();
  const [isDone, setDone] = useState(false);
  const reset = async ({ password = '' }: Record<string, string>) => {
    await callUser('resetPassword', { body: { appId: place.appId, token, password } });
    setDone(true);
  };
  const title = isDone ? 'Your password is set' : `New password for ${names.appName}`;
  return (
    <UserFrame
      title={title}
      names={names}
      lead={
        isDone
          ? 'Your sessions everywhere have ended. Please sign in with the new password.'
          : 'Choose a new password.'
      }
    >
      {isDone ? null : (
        <UserForm action={action} submitLabel="Set the password" onSubmit={reset}>
          <Field
            label="New password"
            name="password"
            type="password"
            autoComplete="new-password"
            hint={passwordHint}
            hasFocus
          />
        </UserForm>
      )}
      <ToSignIn appId={place.appId} />
    </UserFrame>
  );
};

/** Orders the mail for a new password, and sets one with its token (ROUTE-25). */
export const ForgotPassword = (props: ScreenProps) =>
  props.place.token === undefined ? (
    <OrderMail {...props} />
  ) : (
    <ChoosePassword {...props} token={props.place.token} />
  );
