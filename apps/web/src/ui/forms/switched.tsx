import { Switch } from '@mantine/core';
import type { ReactNode } from 'react';

interface SwitchedProps {
  label: string;
  description: string;
  /** The field of the form. Without a value it is off. */
  field: { value: boolean | undefined; onChange: (value: boolean) => void };
  /** Shown while the switch is on. */
  children?: ReactNode;
}

/** A switch, and the fields that it brings up. */
export const Switched = ({ label, description, field, children }: SwitchedProps) => {
  const checked = field.value ?? false;
  return (
    <>
      <Switch
        label={label}
        description={description}
        checked={checked}
        onChange={(event) => field.onChange(event.currentTarget.checked)}
      />
      {checked ? children : null}
    </>
  );
};
