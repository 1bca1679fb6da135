import type { ReactNode } from 'react';
import classes from './state.module.css';

interface EmptyStateProps {
  /** One of illustrations.tsx, or an icon. */
  illustration?: ReactNode;
  title: string;
  /** What this place is for, and what to do first. */
  children?: ReactNode;
  action?: ReactNode;
  /** Inside a panel or table instead of a whole page. */
  compact?: boolean;
}

/** Says what will be here, and leads to making the first one. */
export const EmptyState = ({ illustration, title, children, action, compact = false }: EmptyStateProps) => (
  <div className={classes.state} data-compact={compact || undefined}>
    {illustration === undefined ? null : <div className={classes.illustration}>{illustration}</div>}
    <h2 className={classes.title}>{title}</h2>
    {children === undefined ? null : <p className={classes.text}>{children}</p>}
    {action === undefined ? null : <div className={classes.action}>{action}</div>}
  </div>
);
