import type { ReactNode } from 'react';
import classes from './stat.module.css';

interface StatProps {
  label: string;
  value: ReactNode;
  hint?: ReactNode;
}

/** A group of figures. */
export const StatRow = ({ children }: { children: ReactNode }) => <dl className={classes.row}>{children}</dl>;

/** One figure with its name, inside a StatRow. */
export const Stat = ({ label, value, hint }: StatProps) => (
  <div className={`surface pad-3-4 ${classes.stat}`}>
    <dt className="muted tiny">{label}</dt>
    <dd>
      <span className={`tabular bold ${classes.value}`}>{value}</span>
      {hint === undefined ? null : <span className="faint tiny">{hint}</span>}
    </dd>
  </div>
);
