import { defaultValuesFor, isObject } from '@atelier/contracts/fields/field-values';
import { TextInput } from '@mantine/core';
import { asText, type FieldProps } from '../field-props.ts';
import { ListEditor } from '../list-editor.tsx';
import { useSurroundings } from '../surroundings.ts';
import { Framed } from './group-field.tsx';

/** ARRAY: texts, or entries with fields of their own. */
export const ArrayField = ({ field, path, value, onChange }: FieldProps) => {
  const { Fields, errors } = useSurroundings();
  const { fields } = field;
  return (
    <Framed field={field} path={path}>
      <ListEditor
        label={field.label}
        entries={Array.isArray(value) ? value : []}
        newEntry={() => (fields ? defaultValuesFor(fields) : '')}
        onChange={onChange}
        max={field.max}
      >
        {(entry, set, index) =>
          fields ? (
            <Fields
              fields={fields}
              values={isObject(entry) ? entry : {}}
              onChange={set}
              prefix={`${path}.${index}.`}
            />
          ) : (
            <TextInput
              aria-label={`Entry ${index + 1} of ${field.label}`}
              placeholder={field.placeholder}
              error={errors[`${path}.${index}`]}
              value={asText(entry)}
              onChange={(event) => set(event.currentTarget.value)}
            />
          )
        }
      </ListEditor>
    </Framed>
  );
};
