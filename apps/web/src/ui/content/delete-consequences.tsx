import type { ReactNode } from 'react';
import classes from './delete-consequences.module.css';

interface DeleteConsequencesProps {
  /** One `<li>` for each thing that is deleted, stops working or stays. */
  children: ReactNode;
  /** A sentence about restoring it, or about other help; below the list. */
  final?: string;
}

/** The consequences of an act that deletes or stops something, inside a `ConfirmDialog`. */
export const DeleteConsequences = ({ children, final }: DeleteConsequencesProps) => (
  <>
    <ul className={`flat break-anywhere indent ${classes.list}`}>{children}</ul>
    {final === undefined ? null : <p className="muted small margin-top-3">{final}</p>}
  </>
);
