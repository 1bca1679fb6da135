import { isSameJson } from '@atelier/contracts/fields/field-values';
import { type AnyNumber, isNumber } from '@atelier/contracts/kernel/exact-number';
import { readTyped } from '@atelier/contracts/kernel/typed-number';
import { NumberInput, PasswordInput, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { asText, type FieldProps, useShared } from '../field-props.ts';
import { useSurroundings } from '../surroundings.ts';

const two = (value: number): string => String(value).padStart(2, '0');

/** Converts a time to the format of `datetime-local` in the browser's time zone; '' when there is none. */
const toLocal = (moment: string): string => {
  const date = new Date(moment);
  if (moment === '' || Number.isNaN(date.getTime())) return '';
  const day = `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
};

/** Converts a local time to UTC. */
const fromLocal = (local: string): string => {
  const date = new Date(local);
  return local === '' || Number.isNaN(date.getTime()) ? '' : date.toISOString();
};

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

/** A field for a secret. A stored secret is never read back; a new one can be shown while it is entered. */
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
      // Keeps password managers from offering the user's own password.
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

/** Returns the typed number with all its digits; '' when the text is not a number. */
const read = (typed: string | number): AnyNumber | '' => readTyped(String(typed)) ?? '';

export const NumberField = ({ field, path, value, onChange }: FieldProps) => {
  // An incomplete number, such as "4." or "-", stays in the field while it is typed.
  const current = isNumber(value) ? value : '';
  // Only a text holds the digits of a long number.
  const [typed, setTyped] = useState<string | number>(String(current));
  if (!isSameJson(read(typed), current)) setTyped(String(current));
  return (
    <NumberInput
      {...useShared({ field, path })}
      {...(field.placeholder === undefined ? {} : { placeholder: field.placeholder })}
      {...(field.min === undefined ? {} : { min: field.min })}
      {...(field.max === undefined ? {} : { max: field.max })}
      // A value out of bounds is reported instead of changed silently.
      clampBehavior="none"
      // The library computes with the value as a double.
      trimLeadingZeroesOnBlur={false}
      hideControls={typeof current === 'object'}
      withKeyboardEvents={typeof current !== 'object'}
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

/** DATE_TIME: the user chooses in their own time zone, and the value is stored in UTC. */
export const DateTimeField = ({ field, path, value, onChange }: FieldProps) => (
  <TextInput
    {...useShared({ field, path })}
    type="datetime-local"
    value={toLocal(asText(value))}
    onChange={(event) => onChange(fromLocal(event.currentTarget.value))}
  />
);
