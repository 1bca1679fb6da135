import { NativeSelect } from '@mantine/core';
import classes from './cells.module.css';

interface ChoiceFilterProps {
  label: string;
  /** The chosen value; '' shows every row. */
  value: string;
  onChange: (value: string) => void;
  choices: readonly { value: string; label: string }[];
}

/** A filter of a table by one of a few values, for its toolbar. */
export const ChoiceFilter = ({ label, value, onChange, choices }: ChoiceFilterProps) => (
  <NativeSelect
    className={classes.filter ?? ''}
    aria-label={label}
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
    data={[...choices]}
  />
);
