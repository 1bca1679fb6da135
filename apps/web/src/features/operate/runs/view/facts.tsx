import type { ReactNode } from 'react';
import { formatMoment } from '../../../../lib/format.ts';
import classes from '../runs.module.css';

/** Shows names with their values. A name whose value is null is left out. */
export const Facts = ({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) => (
  <dl className={`stack-4 ${classes.facts}`}>
    {facts.map(([name, value]) =>
      value === null ? null : (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ),
    )}
  </dl>
);

export const Moment = ({ at }: { at: string }) => <time dateTime={at}>{formatMoment(at)}</time>;
