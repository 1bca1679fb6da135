import { isObject } from '@atelier/contracts/fields/field-values';
import type { FieldValues } from '@atelier/contracts/fields/fields';
import { readProperty } from '../../../ui/feedback/read-property.ts';
import type { FormSchema, ZodForm } from '../../../ui/forms/use-zod-form.ts';
import { flatErrors } from './model/visible-errors.ts';

/** The part of a form that holds the values of fields. */
type Holder = Pick<ZodForm<FormSchema>, 'form'>;

/** Props of a `FieldForm` inside a form: `<FieldForm fields={fields} {...fieldsIn(form, 'values')} />`. */
export const fieldsIn = <S extends FormSchema>(form: ZodForm<S>, name: string) => {
  const { form: inner } = form as unknown as Holder;
  const { errors, submitCount, isSubmitted } = inner.formState;
  const held: unknown = inner.watch(name);
  const values: FieldValues = isObject(held) ? held : {};
  return {
    values,
    submitCount,
    errors: flatErrors(readProperty(errors, name)),
    onChange: (next: FieldValues) =>
      inner.setValue(name, next, { shouldDirty: true, shouldValidate: isSubmitted }),
  };
};
