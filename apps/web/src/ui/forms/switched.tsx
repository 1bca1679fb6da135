import { Switch } from '@mantine/core';
import type { ReactNode } from 'react';

interface SwitchedProps {
  label: string;
  description: string;
  /** The field of the form; `isOn` decides while it has no value. */
  field: { value: boolean | undefined; onChange: (value: boolean) => void };
  isOn?: boolean;
  /** Shown while the switch is on. */
  children?: ReactNode;
}

/** A switch, and the fields that it brings up. */
export const Switched = ({ label, description, field, isOn = false, children }: SwitchedProps) => {
  const checked = field.value ?? isOn;
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
