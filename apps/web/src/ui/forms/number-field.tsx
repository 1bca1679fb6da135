import { NumberInput } from '@mantine/core';

interface NumberFieldProps {
  label: string;
  description: string;
  value: number | undefined;
  onChange: (value: number) => void;
  error: string | undefined;
  min: number;
  max: number;
  step?: number;
}

/** A number between two bounds. An empty field is refused with a message. */
export const NumberField = ({ value, onChange, error, ...rest }: NumberFieldProps) => {
  const isMissing = value === undefined || Number.isNaN(value);
  return (
    <NumberInput
      {...rest}
      value={isMissing ? '' : value}
      onChange={(next) => onChange(next === '' ? Number.NaN : Number(next))}
      error={isMissing ? 'Please enter a number' : error}
      thousandSeparator=","
    />
  );
};

/** Ignores an empty field, which keeps its last number until another one is typed. */
export const toNumber = (onChange: (value: number) => void) => (value: string | number) => {
  if (typeof value === 'number') onChange(value);
};
