import type { Limits } from '@atelier/contracts/kernel/limits';
import { ConcurrencyRule, type LimitWords, ThrottleRule } from '../../../ui/forms/limits/limit-rules.tsx';
import classes from './connections.module.css';

const words: LimitWords = {
  atOnce: {
    label: 'Limit the uses at the same time',
    description: 'Further uses wait until one has ended.',
    count: 'Uses at the same time',
  },
  withinTime: {
    label: 'Limit how many uses begin within a time',
    description:
      'Further uses wait for their turn. Flows and sources wait as long as it takes, tools for half a minute.',
    count: 'Uses',
  },
  key: {
    description: 'Input of the step or tool, for example an address. Left empty, all uses count together.',
    placeholder: '{{input.url}}',
  },
};

interface LimitFieldsProps {
  /** True when the limits are shown at once. */
  isOpen: boolean;
  value: Limits;
  onChange: (value: Limits) => void;
}

/** Limits for the use of a connection. Folded away, because most services need no limits. */
export const LimitFields = ({ isOpen, value, onChange }: LimitFieldsProps) => (
  <details className={`small rounded sunken pad-2-3 ${classes.help}`} open={isOpen}>
    <summary>Limits of use</summary>
    <div className={`flex flex-column gap-4 ${classes.limits}`}>
      <p className="muted small regular">
        For services that allow only so many calls. Steps of flows, tools of agents, and sources and mailboxes
        while they are read count together, also in tests. The limits hold from the next use on.
      </p>
      <ConcurrencyRule
        words={words}
        value={value.concurrency}
        onChange={(concurrency) => onChange({ ...value, concurrency })}
      />
      <ThrottleRule
        words={words}
        value={value.throttle}
        onChange={(throttle) => onChange({ ...value, throttle })}
      />
    </div>
  </details>
);
