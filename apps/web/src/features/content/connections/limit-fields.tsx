import type { Limits } from '@atelier/contracts/kernel/limits';
import { ConcurrencyRule, type LimitWords, ThrottleRule } from '../../../ui/forms/limits/limit-rules.tsx';
import classes from './connections.module.css';

const words: LimitWords = {
  atOnce: {
    label: 'Limit the steps at the same time',
    description: 'Further steps wait until one has ended, whatever flow they belong to.',
    count: 'Steps at the same time',
  },
  withinTime: {
    label: 'Limit how many steps begin within a time',
    description: 'Further steps wait for their turn. None is lost.',
    count: 'Steps',
  },
  key: {
    description: 'Input of the step, for example an address. Left empty, all steps count together.',
    placeholder: '{{input.url}}',
  },
};

interface LimitFieldsProps {
  /** True when the limits are shown at once. */
  isOpen: boolean;
  value: Limits;
  onChange: (value: Limits) => void;
}

/** How often flows may use a connection. Folded away, because most services need no limits. */
export const LimitFields = ({ isOpen, value, onChange }: LimitFieldsProps) => (
  <details className={classes.help} open={isOpen}>
    <summary>Limits for flows</summary>
    <div className={classes.limits}>
      <p className={classes.quiet}>
        For services that allow only so many calls. The limits count for all flows together that use this
        connection, also when they are tested, and hold from the next step on.
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
