import type { ReactNode } from 'react';
import classes from './facts.module.css';

/** A name with its value. The class is for one that needs a row of its own. */
export type Fact = readonly [name: string, value: ReactNode, className?: string];

interface FactsProps {
  facts: readonly Fact[];
  /** Columns of names above their values; names beside their values; or one below the other. */
  layout?: 'columns' | 'beside' | 'stack';
}

/** Shows names with their values. A name whose value is null is left out. */
export const Facts = ({ facts, layout = 'columns' }: FactsProps) => (
  <dl className={`stack ${classes.facts}`} data-layout={layout}>
    {facts.map(([name, value, className], at) =>
      value === null ? null : (
        <div key={`${at} ${name}`} className={className}>
          <dt className="muted small">{name}</dt>
          <dd className="break-anywhere" dir="auto">
            {value}
          </dd>
        </div>
      ),
    )}
  </dl>
);
