import { Button } from '@mantine/core';
import type { FieldProps } from '../field-props.ts';
import classes from '../fields.module.css';
import { useLoaded } from '../use-loaded.ts';
import { Framed, Group } from './group-field.tsx';

const Loaded = (props: FieldProps) => {
  const { field, path } = props;
  const fields = useLoaded('fields', field);
  if (fields.data && fields.data.length > 0) return <Group {...props} fields={fields.data} />;
  return (
    <Framed field={field} path={path}>
      {fields.failure === undefined ? (
        <p className={classes.note} role="status">
          {fields.isLoading
            ? 'Loading the fields…'
            : 'The present values of the other fields need no further input here.'}
        </p>
      ) : (
        <div className="row-2 danger small above-1" role="alert">
          <span>The fields could not be loaded. {fields.failure}</span>
          <Button size="xs" variant="default" onClick={fields.retry} aria-label={`Load ${field.label} again`}>
            Try again
          </Button>
        </div>
      )}
    </Framed>
  );
};

/** DYNAMIC: fields that depend on the values of others. */
export const DynamicField = (props: FieldProps) =>
  props.field.fields ? <Group {...props} fields={props.field.fields} /> : <Loaded {...props} />;
