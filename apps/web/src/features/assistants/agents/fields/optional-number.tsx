import { NumberField } from '../../../../ui/forms/number-field.tsx';
import { Switched } from '../../../../ui/forms/switched.tsx';

interface OptionalNumberProps {
  /** The label and description of the switch. */
  switchLabel: string;
  switchDescription: string;
  label: string;
  description: string;
  /** Null while the switch is off. */
  field: {
    value: number | null | undefined;
    onChange: (value: number | null) => void;
    error: string | undefined;
  };
  /** The number that switching on begins with. */
  initial: number;
  min: number;
  max: number;
  step?: number;
}

/** A number that need not be set. */
export const OptionalNumber = (props: OptionalNumberProps) => {
  const { switchLabel, switchDescription, field, initial, ...number } = props;
  const isOn = field.value !== null && field.value !== undefined;
  return (
    <Switched
      label={switchLabel}
      description={switchDescription}
      field={{ value: isOn, onChange: (next) => field.onChange(next ? initial : null) }}
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
