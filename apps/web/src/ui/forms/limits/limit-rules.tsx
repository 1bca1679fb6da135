import type { Limits } from '@atelier/contracts/kernel/limits';
import { Count } from './count.tsx';
import { DurationInput } from './duration-input.tsx';
import { KeyInput, RuleSection } from './rule-section.tsx';

const week = 7 * 86_400;

interface RuleWords {
  label: string;
  description: string;
  /** The label of the number. */
  count: string;
}

/** Words for the thing that is limited. */
export interface LimitWords {
  atOnce: RuleWords;
  withinTime: RuleWords;
  key: { description: string; placeholder: string };
}

interface LimitRuleProps<K extends keyof Limits> {
  value: Limits[K];
  onChange: (value: Limits[K]) => void;
  words: LimitWords;
  error?: string | undefined;
}

/** A limit for the number at the same time. */
export const ConcurrencyRule = ({ value, onChange, words, error }: LimitRuleProps<'concurrency'>) => (
  <RuleSection
    label={words.atOnce.label}
    description={words.atOnce.description}
    isOn={value !== null}
    onSwitch={(isOn) => onChange(isOn ? { limit: 1, key: '' } : null)}
    error={error}
  >
    {value ? (
      <>
        <Count
          label={words.atOnce.count}
          max={1000}
          value={value.limit}
          onChange={(limit) => onChange({ ...value, limit })}
        />
        <KeyInput {...words.key} value={value.key} onChange={(key) => onChange({ ...value, key })} />
      </>
    ) : null}
  </RuleSection>
);

/** A limit for the number within a time. */
export const ThrottleRule = ({ value, onChange, words, error }: LimitRuleProps<'throttle'>) => (
  <RuleSection
    label={words.withinTime.label}
    description={words.withinTime.description}
    isOn={value !== null}
    onSwitch={(isOn) => onChange(isOn ? { limit: 10, seconds: 60, key: '' } : null)}
    error={error}
  >
    {value ? (
      <>
        <Count
          label={words.withinTime.count}
          max={100_000}
          value={value.limit}
          onChange={(limit) => onChange({ ...value, limit })}
        />
        <DurationInput
          label="Within"
          most={week}
          value={value.seconds}
          onChange={(seconds) => onChange({ ...value, seconds })}
        />
        <KeyInput {...words.key} value={value.key} onChange={(key) => onChange({ ...value, key })} />
      </>
    ) : null}
  </RuleSection>
);
