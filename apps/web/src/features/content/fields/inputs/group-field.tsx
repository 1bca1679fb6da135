import { isObject } from '@atelier/contracts/fields/field-values';
import type { Field } from '@atelier/contracts/fields/fields';
import type { ReactNode } from 'react';
import { type FieldProps, useShared } from '../field-props.ts';
import classes from '../fields.module.css';
import { useSurroundings } from '../surroundings.ts';

interface FramedProps extends Pick<FieldProps, 'field' | 'path'> {
  children: ReactNode;
}

/** Groups several inputs into one field: a fieldset with legend, description and error. */
export const Framed = ({ field, path, children }: FramedProps) => {
  const { error } = useShared({ field, path });
  return (
    <fieldset className={classes.group} aria-invalid={error !== undefined} tabIndex={-1}>
      <legend className="small medium no-pad margin-bottom-1">
        {field.label}
        {field.required ? (
          <span className="danger" aria-hidden="true">
            {' *'}
          </span>
        ) : null}
      </legend>
      {field.description === undefined ? null : <p className={classes.note}>{field.description}</p>}
      <div className={`stack-3 min-0 ${classes.inner}`}>{children}</div>
      {error === undefined ? null : (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
};

export const Group = ({ fields, ...props }: FieldProps & { fields: readonly Field[] }) => {
  const { value, onChange, path } = props;
  const { Fields } = useSurroundings();
  return (
    <Framed field={props.field} path={path}>
      <Fields fields={fields} values={isObject(value) ? value : {}} onChange={onChange} prefix={`${path}.`} />
    </Framed>
  );
};

/** CUSTOM_AUTH: the fields that this kind of authentication asks for. */
export const GroupField = (props: FieldProps) => <Group {...props} fields={props.field.fields ?? []} />;
