import { valuesSchema } from '@atelier/contracts/fields/field-schema';
import { defaultValueFor, isShown, valueAt } from '@atelier/contracts/fields/field-values';
import type { Field, FieldValues } from '@atelier/contracts/fields/fields';
import { remember } from './remember.ts';

/** Returns true when a value contains an expression somewhere. What it becomes is known in a run only. */
export const hasExpression = (value: unknown): boolean => {
  const waiting: unknown[] = [value];
  while (waiting.length > 0) {
    const one = waiting.pop();
    if (typeof one === 'string' && one.includes('{{')) return true;
    if (typeof one === 'object' && one !== null) waiting.push(...Object.values<unknown>({ ...one }));
  }
  return false;
};

const judge = (fields: readonly Field[], input: FieldValues): { field: string; message: string }[] =>
  fields
    .filter((field) => isShown(field, fields, input))
    .flatMap((field) => {
      const value = valueAt(input, field.name) ?? defaultValueFor(field);
      if (hasExpression(value)) return [];
      const { shownWhen: _, ...alone } = field;
      const judged = valuesSchema([alone]).safeParse({ [field.name]: value });
      const [first] = judged.error?.issues ?? [];
      return first ? [{ field: field.name, message: first.message }] : [];
    });

const problemsOf = remember((fields: readonly Field[]) =>
  remember((input: FieldValues) => judge(fields, input)),
);

/** Returns what is wrong with the values that stand in the form of a step, by field. Values with expressions are judged in the run. */
export const fieldProblems = (
  fields: readonly Field[],
  input: FieldValues,
): readonly { field: string; message: string }[] => problemsOf(fields)(input);
