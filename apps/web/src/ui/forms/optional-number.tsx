import { NumberField } from './number-field.tsx';
import { Switched } from './switched.tsx';

interface OptionalNumberProps {
  label: string;
  description: string;
  /** The switch, and the number with which it begins. */
  optional: { label: string; help: string; initial: number };
  /** Null while the switch is off. */
  field: {
    value: number | null | undefined;
    onChange: (value: number | null) => void;
    error: string | undefined;
  };
  min: number;
  max: number;
  step?: number;
}

/** A number that need not be set. */
export const OptionalNumber = (props: OptionalNumberProps) => {
  const { optional, field, ...number } = props;
  const isOn = field.value !== null && field.value !== undefined;
  return (
    <Switched
      label={optional.label}
      description={optional.help}
      field={{ value: isOn, onChange: (next) => field.onChange(next ? optional.initial : null) }}
    >
      <NumberField
        {...number}
        value={field.value ?? undefined}
        onChange={field.onChange}
        error={field.error}
      />
    </Switched>
  );
};
