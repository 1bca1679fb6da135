import { type ReactNode, useId } from 'react';
import { HelpTip } from '../guidance/help-tip.tsx';
import classes from './explained-field.module.css';

interface ExplainedFieldProps {
  label: string;
  /** The explanation behind the question mark. */
  help: string;
  /** Marks the field as required. */
  isRequired?: boolean;
  /** Renders the control. It must use the given id, so that the label belongs to it. */
  children: (id: string) => ReactNode;
}

/** A labelled control with an explanation. The question mark is a button next to the label, not inside it. */
export const ExplainedField = ({ label, help, isRequired = false, children }: ExplainedFieldProps) => {
  const id = useId();
  return (
    <div className="min-0">
      <div className="line-1 margin-bottom-1">
        <label className="small medium" htmlFor={id}>
          {label}
          {isRequired ? (
            <span className={classes.required} aria-hidden="true">
              {' *'}
            </span>
          ) : null}
        </label>
        <HelpTip text={help} />
      </div>
      {children(id)}
    </div>
  );
};
