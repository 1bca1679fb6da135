import { isObject, isReservedName, isSameJson, type JsonValue } from '@atelier/contracts/fields/field-values';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { FieldProps } from '../field-props.ts';
import { ListEditor } from '../list-editor.tsx';
import { Framed, Group } from './group-field.tsx';

interface Row {
  key: string;
  value: string;
}

const toValueText = (value: JsonValue): string => (typeof value === 'string' ? value : JSON.stringify(value));

const toRows = (value: JsonValue): Row[] =>
  isObject(value) ? Object.entries(value).map(([key, each]) => ({ key, value: toValueText(each) })) : [];

/** Converts rows to an object. Rows without a name are ignored; of two rows with the same name the later one counts. */
const toObject = (rows: readonly Row[]) =>
  Object.fromEntries(
    rows.filter(({ key }) => key.trim() !== '').map(({ key, value }) => [key.trim(), value]),
  );

const findProblem = (rows: readonly Row[], { key }: Row): string | undefined => {
  const name = key.trim();
  if (isReservedName(name)) return 'This name is not allowed. Please choose another one.';
  return name !== '' && rows.filter((each) => each.key.trim() === name).length > 1
    ? 'There is another one with this name.'
    : undefined;
};

const KeyValues = ({ field, path, value, onChange }: FieldProps) => {
  const [rows, setRows] = useState(() => toRows(value));
  // The value was changed from outside, so the typed text is discarded.
  if (!isSameJson(toObject(rows), toObject(toRows(value)))) setRows(toRows(value));
  const change = (next: Row[]) => {
    setRows(next);
    onChange(toObject(next));
  };
  return (
    <Framed field={field} path={path}>
      <ListEditor
        label={field.label}
        entries={rows}
        newEntry={() => ({ key: '', value: '' })}
        onChange={change}
        max={field.max}
      >
        {(row, set, index) => (
          <div className="stack-2 columns-12">
            <TextInput
              label="Name"
              aria-label={`Name of entry ${index + 1}`}
              error={findProblem(rows, row)}
              value={row.key}
              onChange={(event) => set({ ...row, key: event.currentTarget.value })}
            />
            <TextInput
              label="Value"
              aria-label={`Value of entry ${index + 1}`}
              value={row.value}
              onChange={(event) => set({ ...row, value: event.currentTarget.value })}
            />
          </div>
        )}
      </ListEditor>
    </Framed>
  );
};

/** OBJECT: its own fields if it has some, otherwise names with values. */
export const ObjectField = (props: FieldProps) =>
  props.field.fields ? <Group {...props} fields={props.field.fields} /> : <KeyValues {...props} />;
