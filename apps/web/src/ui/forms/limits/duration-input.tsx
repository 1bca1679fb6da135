import { NativeSelect, NumberInput } from '@mantine/core';
import { useState } from 'react';
import classes from './limits.module.css';

const units = [
  { value: '1', label: 'seconds' },
  { value: '60', label: 'minutes' },
  { value: '3600', label: 'hours' },
  { value: '86400', label: 'days' },
];

/** Returns the largest unit in which a number of seconds is whole. */
const chooseUnit = (seconds: number): number =>
  [86_400, 3600, 60].find((unit) => seconds >= unit && seconds % unit === 0) ?? 1;

interface DurationInputProps {
  label: string;
  /** Seconds. */
  value: number;
  most: number;
  onChange: (seconds: number) => void;
}

/** A span of time in a unit of choice. */
export const DurationInput = ({ label, value, most, onChange }: DurationInputProps) => {
  const [unit, setUnit] = useState(() => chooseUnit(value));
  return (
    <div className={`stack-2 align-end ${classes.duration}`}>
      <NumberInput
        label={label}
        min={1}
        max={Math.floor(most / unit)}
        clampBehavior="strict"
        allowDecimal={false}
        value={Math.round(value / unit)}
        onChange={(amount) => typeof amount === 'number' && onChange(amount * unit)}
      />
      <NativeSelect
        aria-label={`Unit of “${label}”`}
        value={String(unit)}
        data={units.filter((each) => Number(each.value) <= most)}
        onChange={({ currentTarget }) => {
          const next = Number(currentTarget.value);
          const amount = Math.max(1, Math.min(Math.round(value / unit), Math.floor(most / next)));
          setUnit(next);
          onChange(amount * next);
        }}
      />
    </div>
  );
};
