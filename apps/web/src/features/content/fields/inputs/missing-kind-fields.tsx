import { CloseButton } from '@mantine/core';
import { asText, asTexts, type FieldProps } from '../field-props.ts';
import classes from '../fields.module.css';
import { Framed } from './group-field.tsx';

interface MissingProps extends Pick<FieldProps, 'field' | 'path'> {
  /** Says that there is nothing to choose from, and why. */
  none: string;
  kept: readonly string[];
  onRemove: (id: string) => void;
}

/** A field whose kind of object the product cannot create yet. A value that is already set is kept and can be removed. */
const Missing = ({ field, path, none, kept, onRemove }: MissingProps) => (
  <Framed field={field} path={path}>
    <p className={classes.note}>{none}</p>
    {kept.length === 0 ? null : (
      <ul className={classes.keptList} aria-label={`Set for ${field.label}`}>
        {kept.map((id) => (
          <li key={id} className={classes.kept}>
            <span className={classes.name}>{id}</span>
            <CloseButton aria-label={`Remove ${id}`} onClick={() => onRemove(id)} />
          </li>
        ))}
      </ul>
    )}
  </Framed>
);

/** TRIGGER: the trigger of a flow. */
export const TriggerField = ({ field, path, value, onChange }: FieldProps) => (
  <Missing
    field={field}
    path={path}
    none="There are no triggers to choose from, because Atelier has no flows."
    kept={asTexts(value)}
    onRemove={(id) => onChange(asTexts(value).filter((each) => each !== id))}
  />
);

const single = (none: string) => (props: FieldProps) => (
  <Missing
    field={props.field}
    path={props.path}
    none={none}
    kept={asText(props.value) === '' ? [] : [asText(props.value)]}
    onRemove={() => props.onChange('')}
  />
);

/** CO_WORKER: a worker of a crew. */
export const CoWorkerField = single('There are no co-workers to choose from, because Atelier has no crews.');
/** SUB_AGENT: an agent that another agent delegates to. */
export const SubAgentField = single('There is nobody to hand work to, because Atelier has no agents.');
