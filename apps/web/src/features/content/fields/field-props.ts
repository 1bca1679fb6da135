import type { JsonValue } from '@atelier/contracts/fields/field-values';
import type { Field } from '@atelier/contracts/fields/fields';
import { useSurroundings } from './surroundings.ts';

/** What every field gets. `path` names its value in the form: `auth.password`, `headers.0.value`. */
export interface FieldProps {
  field: Field;
  path: string;
  value: JsonValue;
  onChange: (value: JsonValue) => void;
}

export const asText = (value: unknown): string => (typeof value === 'string' ? value : '');

export const asTexts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((it) => typeof it === 'string') : [];

/** Label, description, required mark and error, for a part of Mantine's. */
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
