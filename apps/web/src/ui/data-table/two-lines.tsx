import type { ReactNode } from 'react';
import classes from './cells.module.css';

interface TwoLinesProps {
  children: ReactNode;
  /** The second line, in muted text; none when it is missing. */
  under?: ReactNode | undefined;
}

/** A cell with a second line below its text. */
export const TwoLines = ({ children, under }: TwoLinesProps) => (
  <span className={classes.lines}>
    {children}
    {under === undefined ? null : <span className={classes.under}>{under}</span>}
  </span>
);
