import { NumberInput } from '@mantine/core';

interface CountProps {
  label: string;
  value: number;
  min?: number;
  max: number;
  onChange: (count: number) => void;
}

/** A whole number between two bounds. */
export const Count = ({ onChange, min = 1, ...props }: CountProps) => (
  <NumberInput
    {...props}
    min={min}
    clampBehavior="strict"
    allowDecimal={false}
    onChange={(count) => typeof count === 'number' && onChange(count)}
  />
);
