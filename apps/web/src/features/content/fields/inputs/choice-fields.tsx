import { Checkbox, NativeSelect, Stack } from '@mantine/core';
import { asText, asTexts, type FieldProps, useShared } from '../field-props.ts';

export const CheckboxField = ({ field, path, value, onChange }: FieldProps) => {
  const { label, description, error } = useShared({ field, path });
  return (
    <Checkbox
      label={label}
      description={description}
      error={error}
      checked={value === true}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
};

export const StaticDropdownField = ({ field, path, value, onChange }: FieldProps) => (
  <NativeSelect
    {...useShared({ field, path })}
    data={[
      { value: '', label: field.placeholder ?? 'Choose one' },
      ...(field.options ?? []).map((option) => ({ value: option.value, label: option.label })),
    ]}
    value={asText(value)}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
);

export const StaticMultiSelectField = ({ field, path, value, onChange }: FieldProps) => {
  const { label, description, withAsterisk, error } = useShared({ field, path });
  return (
    <Checkbox.Group
      label={label}
      description={description}
      withAsterisk={withAsterisk}
      error={error}
      value={asTexts(value)}
      onChange={onChange}
    >
      <Stack gap="xs" mt="xs">
        {(field.options ?? []).map((option) => (
          <Checkbox
            key={option.value}
            value={option.value}
            label={option.label}
            description={option.description}
            aria-invalid={error !== undefined}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  );
};
