import type { FieldValues } from '@atelier/contracts/fields/fields';
import { Stack } from '@mantine/core';
import { useState } from 'react';
import { formatCount } from '../../../lib/format.ts';
import { Fold } from '../../../ui/layout/fold.tsx';
import { FieldForm } from './field-form.tsx';
import { schemaFields } from './model/schema-fields.ts';

interface ArgumentsFormProps {
  /** The JSON Schema of the arguments. */
  schema: FieldValues;
  values: FieldValues;
  onChange: (values: FieldValues) => void;
}

/** The arguments of a call. Those that are neither required nor given at first are folded away. */
export const ArgumentsForm = ({ schema, values, onChange }: ArgumentsFormProps) => {
  const [{ shown, others }] = useState(() => {
    const fields = schemaFields(schema, values);
    const isShown = ({ name, required }: (typeof fields)[number]) =>
      required === true || Object.hasOwn(values, name);
    return { shown: fields.filter(isShown), others: fields.filter((field) => !isShown(field)) };
  });
  return (
    <Stack gap="md">
      <FieldForm fields={shown} values={values} onChange={onChange} />
      {others.length === 0 ? null : (
        <Fold label={formatCount(others.length, 'more argument', 'more arguments')} summary="Optional">
          <FieldForm fields={others} values={values} onChange={onChange} />
        </Fold>
      )}
    </Stack>
  );
};
