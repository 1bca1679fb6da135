import { type FieldProps, useSurroundings } from './surroundings.ts';

export type { FieldProps } from './surroundings.ts';

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
