import { variableTypes } from '@atelier/contracts/fields/field-judges';
import { isObject, type JsonValue } from '@atelier/contracts/fields/field-values';
import { NativeSelect, TextInput } from '@mantine/core';
import { asText, type FieldProps } from '../field-props.ts';
import classes from '../fields.module.css';
import { ListEditor } from '../list-editor.tsx';
import { useSurroundings } from '../surroundings.ts';
import { Framed } from './group-field.tsx';

type Row = Record<string, JsonValue>;

const typeNames: Record<(typeof variableTypes)[number], string> = {
  STRING: 'Text',
  NUMBER: 'Number',
  BOOLEAN: 'Yes or no',
  DATE: 'Date',
  LIST: 'List',
};

interface CellProps {
  row: Row;
  set: (row: Row) => void;
  name: string;
  label: string;
  path: string;
  placeholder?: string;
}

const Cell = ({ row, set, name, label, path, placeholder }: CellProps) => {
  const { errors } = useSurroundings();
  return (
    <TextInput
      label={label}
      placeholder={placeholder}
      error={errors[`${path}.${name}`]}
      value={asText(row[name])}
      onChange={(event) => set({ ...row, [name]: event.currentTarget.value })}
    />
  );
};

const readRows = (value: JsonValue): Row[] => (Array.isArray(value) ? value.filter(isObject) : []);

/** VARIABLES: the inputs of a flow or an agent, each with a name, a type and a description. */
export const VariablesField = ({ field, path, value, onChange }: FieldProps) => (
  <Framed field={field} path={path}>
    <ListEditor
      label={field.label}
      entries={readRows(value)}
      newEntry={() => ({ name: '', type: 'STRING', description: '' })}
      onChange={onChange}
      max={field.max}
    >
      {(row, set, index) => {
        const cell = { row, set, path: `${path}.${index}` };
        return (
          <div className={`stack-3 min-0 ${classes.inner}`}>
            <div className="stack-2 columns-12">
              <Cell {...cell} name="name" label="Name" placeholder="customer_id" />
              <NativeSelect
                label="Type"
                data={variableTypes.map((type) => ({ value: type, label: typeNames[type] }))}
                value={asText(row['type'])}
                onChange={(event) => set({ ...row, type: event.currentTarget.value })}
              />
            </div>
            <Cell {...cell} name="description" label="Description" placeholder="What it means" />
          </div>
        );
      }}
    </ListEditor>
  </Framed>
);

/** OUTBOUND: addresses to call, each with a name. */
export const OutboundField = ({ field, path, value, onChange }: FieldProps) => (
  <Framed field={field} path={path}>
    <ListEditor
      label={field.label}
      entries={readRows(value)}
      newEntry={() => ({ name: '', address: '' })}
      onChange={onChange}
      max={field.max}
    >
      {(row, set, index) => {
        const cell = { row, set, path: `${path}.${index}` };
        return (
          <div className="stack-2 columns-12">
            <Cell {...cell} name="name" label="Name" placeholder="CRM" />
            <Cell {...cell} name="address" label="Address" placeholder="https://crm.example.com/hook" />
          </div>
        );
      }}
    </ListEditor>
  </Framed>
);
