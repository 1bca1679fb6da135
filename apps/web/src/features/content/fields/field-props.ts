import type { JsonValue } from '@atelier/contracts/fields/field-values';
import type { Field } from '@atelier/contracts/fields/fields';
import { useSurroundings } from './surroundings.ts';

/** The props of every field. `path` names its value in the form: `auth.password`, `headers.0.value`. */
export interface FieldProps {
  field: Field;
  path: string;
  value: JsonValue;
  onChange: (value: JsonValue) => void;
}

export const asText = (value: unknown): string => (typeof value === 'string' ? value : '');

export const asTexts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((it) => typeof it === 'string') : [];

/** The label, description, required mark and error, as props of a Mantine input. */
export const useShared = ({ field, path }: Pick<FieldProps, 'field' | 'path'>) => {
  const { errors } = useSurroundings();
  return {
    label: field.label,
    description: field.description,
    withAsterisk: field.required ?? false,
    'aria-required': field.required ?? false,
    error: errors[path],
  };
};
