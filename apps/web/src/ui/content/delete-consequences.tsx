import type { ReactNode } from 'react';
import classes from './delete-consequences.module.css';

interface DeleteConsequencesProps {
  /** One `<li>` for each thing that is deleted, stops working or stays. */
  children: ReactNode;
  /** Whether it can be restored, and what else helps; below the list. */
  final?: string;
}

/** What an act that deletes or stops something takes along, inside a `ConfirmDialog`. */
export const DeleteConsequences = ({ children, final }: DeleteConsequencesProps) => (
  <>
    <ul className={classes.list}>{children}</ul>
    {final === undefined ? null : <p className={classes.final}>{final}</p>}
  </>
);
