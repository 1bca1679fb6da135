import { NumberInput, PasswordInput, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { asText, type FieldProps, useShared } from '../field-props.ts';
import { fromLocal, toLocal } from '../model/local-time.ts';
import { useSurroundings } from '../surroundings.ts';

export const TextField = ({ field, path, value, onChange }: FieldProps) => (
  <TextInput
    {...useShared({ field, path })}
    placeholder={field.placeholder}
    autoComplete="off"
    spellCheck={false}
    value={asText(value)}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
);

export const LongTextField = ({ field, path, value, onChange }: FieldProps) => (
  <Textarea
    {...useShared({ field, path })}
    placeholder={field.placeholder}
    autosize
    minRows={3}
    maxRows={14}
    value={asText(value)}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
);

interface SecretProps {
  label: string;
  description?: string | undefined;
  isRequired: boolean;
  path: string;
  placeholder?: string | undefined;
  value: string;
  onChange: (value: string) => void;
}

/** A secret is written, never read back: what is kept is not here, and what is typed can be looked at. */
export const SecretInput = ({
  label,
  description,
  isRequired,
  path,
  placeholder,
  value,
  onChange,
}: SecretProps) => {
  const { secretsSet, errors } = useSurroundings();
  const isKept = secretsSet.includes(path);
  return (
    <PasswordInput
      label={label}
      description={description}
      withAsterisk={isRequired && !isKept}
      aria-required={isRequired && !isKept}
      error={errors[path]}
      placeholder={isKept ? 'Saved. Leave empty to keep it.' : placeholder}
      // Keeps password managers from offering the person's own password.
      autoComplete="new-password"
      spellCheck={false}
      visibilityToggleButtonProps={{
        'aria-label': `Show or hide ${label}`,
        tabIndex: 0,
      }}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
};

export const SecretField = ({ field, path, value, onChange }: FieldProps) => (
  <SecretInput
    label={field.label}
    description={field.description}
    isRequired={field.required ?? false}
    path={path}
    placeholder={field.placeholder}
    value={asText(value)}
    onChange={onChange}
  />
);

/** What was typed as a number; empty while it is none. */
const read = (typed: string | number): number | '' =>
  typeof typed === 'number' ? typed : typed.trim() === '' || Number.isNaN(Number(typed)) ? '' : Number(typed);

export const NumberField = ({ field, path, value, onChange }: FieldProps) => {
  // Half a number, such as "4." or "-", stays in the box while it is typed.
  const [typed, setTyped] = useState<string | number>(typeof value === 'number' ? value : '');
  const current = typeof value === 'number' ? value : '';
  if (read(typed) !== current) setTyped(current);
  return (
    <NumberInput
      {...useShared({ field, path })}
      {...(field.placeholder === undefined ? {} : { placeholder: field.placeholder })}
      {...(field.min === undefined ? {} : { min: field.min })}
      {...(field.max === undefined ? {} : { max: field.max })}
      // What is out of bounds is said, not silently changed.
      clampBehavior="none"
      value={typed}
      onChange={(next) => {
        setTyped(next);
        onChange(read(next));
      }}
    />
  );
};

export const DateField = ({ field, path, value, onChange }: FieldProps) => (
  <TextInput
    {...useShared({ field, path })}
    type="date"
    value={asText(value)}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
);

/** A moment is chosen in the person's own time and kept as what it is everywhere. */
export const DateTimeField = ({ field, path, value, onChange }: FieldProps) => (
  <TextInput
    {...useShared({ field, path })}
    type="datetime-local"
    value={toLocal(asText(value))}
    onChange={(event) => onChange(fromLocal(event.currentTarget.value))}
  />
);
