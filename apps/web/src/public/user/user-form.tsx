import { type ReactNode, useEffect, useId, useRef } from 'react';
import type { Action } from './use-action.ts';
import classes from './user.module.css';

interface FieldProps {
  label: string;
  name: string;
  type?: 'text' | 'email' | 'password';
  autoComplete: string;
  hint?: string;
  value?: string;
  isRequired?: boolean;
  /** The browser's words for a required field that is empty; without it, its own. */
  missing?: string;
  hasFocus?: boolean;
}

/** A labelled text field. With `value` it only shows a text. */
export const Field = ({
  label,
  name,
  type = 'text',
  autoComplete,
  hint,
  value,
  isRequired = true,
  missing = '',
  hasFocus = false,
}: FieldProps) => {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // On a phone, the keyboard would cover the page.
    if (hasFocus && window.matchMedia('(pointer: fine)').matches) input.current?.focus();
  }, [hasFocus]);
  return (
    <div className={`stack-1 ${classes.field}`}>
      <label className="medium" htmlFor={id}>
        {label}
      </label>
      <input
        ref={input}
        id={id}
        name={name}
        type={type}
        autoComplete={autoComplete}
        required={isRequired}
        onInvalid={({ currentTarget }) =>
          currentTarget.setCustomValidity(currentTarget.validity.valueMissing ? missing : '')
        }
        onInput={({ currentTarget }) => currentTarget.setCustomValidity('')}
        maxLength={type === 'email' ? 254 : 128}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        {...(value === undefined ? {} : { value, readOnly: true })}
      />
      {hint === undefined ? null : (
        <small id={`${id}-hint`} className="muted small">
          {hint}
        </small>
      )}
    </div>
  );
};

/** The general rule for passwords in words (PASSWORD-20). */
export const passwordHint =
  'At least 8 characters, with upper and lower case letters, a number and one of the symbols #?!@$%^&*-';

interface UserFormProps {
  action: Action;
  submitLabel: string;
  onSubmit: (values: Record<string, string>) => Promise<void>;
  children: ReactNode;
}

/** A form that keeps what was entered when it fails, and says why next to the button. */
export const UserForm = ({ action, submitLabel, onSubmit, children }: UserFormProps) => (
  <form
    className="stack-4 above-2"
    onSubmit={(event) => {
      event.preventDefault();
      const entered = new FormData(event.currentTarget);
      const values = Object.fromEntries(
        [...entered].map(([name, value]) => [name, typeof value === 'string' ? value : '']),
      );
      action.run(() => onSubmit(values));
    }}
  >
    {children}
    <p className={`flat danger ${classes.failure}`} role="alert">
      {action.failure}
    </p>
    <button type="submit" className={classes.submit} aria-busy={action.isRunning}>
      {submitLabel}
    </button>
  </form>
);
