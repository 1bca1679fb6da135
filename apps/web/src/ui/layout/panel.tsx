import type { ReactNode } from 'react';
import classes from './panel.module.css';

interface PanelProps {
  title?: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
  /** Removes the inner space, for tables and lists that reach the edges. */
  flush?: boolean;
  children: ReactNode;
}

/** A bordered section of a page. */
export const Panel = ({ title, description, actions, flush = false, children }: PanelProps) => (
  <section className={`min-0 surface-box-lg ${classes.panel}`} data-flush={flush || undefined}>
    {title === undefined ? null : (
      <header className={`between flex flex-wrap align-center ${classes.header}`}>
        <div className={classes.heading}>
          <h2>{title}</h2>
          {description === undefined ? null : <p className="muted small margin-top-1">{description}</p>}
        </div>
        {actions}
      </header>
    )}
    <div className={classes.body}>{children}</div>
  </section>
);
