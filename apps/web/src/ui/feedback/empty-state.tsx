import type { ReactNode } from 'react';
import classes from './state.module.css';

interface EmptyStateProps {
  /** An illustration of illustrations.tsx, or an icon. */
  illustration?: ReactNode;
  title: string;
  /** Says what this screen is for and what to do first. */
  children?: ReactNode;
  action?: ReactNode;
  /** For use inside a panel or table instead of on a whole page. */
  compact?: boolean;
}

/** Says what will appear here, and offers to create the first one. */
export const EmptyState = ({ illustration, title, children, action, compact = false }: EmptyStateProps) => (
  <div className={classes.state} data-compact={compact || undefined}>
    {illustration === undefined ? null : <div className={classes.illustration}>{illustration}</div>}
    <h2 className={`flat bold ${classes.title}`}>{title}</h2>
    {children === undefined ? null : <p className={classes.text}>{children}</p>}
    {action === undefined ? null : <div className={`wrap-2 justify-center ${classes.action}`}>{action}</div>}
  </div>
);
