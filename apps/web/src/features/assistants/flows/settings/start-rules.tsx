import type { FlowSettings } from '@atelier/contracts/assistants/flows/flow-settings';
import { Select } from '@mantine/core';
import { Count } from '../../../../ui/forms/limits/count.tsx';
import { DurationInput } from '../../../../ui/forms/limits/duration-input.tsx';
import type { LimitWords } from '../../../../ui/forms/limits/limit-rules.tsx';
import { KeyInput, RuleSection } from '../../../../ui/forms/limits/rule-section.tsx';
import classes from './settings.module.css';

const week = 7 * 86_400;
const day = 86_400;

/** One part of the settings, and what changes it. */
export interface Part<K extends keyof FlowSettings> {
  value: FlowSettings[K];
  onChange: (value: FlowSettings[K]) => void;
  error?: string | undefined;
}

const keyWords = {
  description:
    'Data of the trigger, for example a customer. Left empty, all runs of the flow count together.',
  placeholder: '{{trigger.body.customer}}',
};

/** The labels of the limits of a flow. */
export const flowLimitWords: LimitWords = {
  atOnce: {
    label: 'Limit the runs at the same time',
    description:
      'Further runs wait until one has ended. A run that waits for a time, a call or an approval does not count.',
    count: 'Runs at the same time',
  },
  withinTime: {
    label: 'Limit how many runs begin within a time',
    description: 'Further runs wait for their turn. None is lost.',
    count: 'Runs',
  },
  key: keyWords,
};

const priorities = [
  { value: 'HIGH', label: 'High, before other runs' },
  { value: 'NORMAL', label: 'Normal' },
  { value: 'LOW', label: 'Low, after other runs' },
];

export const PriorityRule = ({ value, onChange }: Part<'priority'>) => (
  <Select
    className={classes.choice ?? ''}
    label="Priority"
    description="Decides which run of the company goes first when many wait."
    data={priorities}
    value={value}
    allowDeselect={false}
    onChange={(choice) => onChange(choice === 'HIGH' || choice === 'LOW' ? choice : 'NORMAL')}
  />
);

export const DebounceRule = ({ value, onChange }: Part<'debounce'>) => (
  <RuleSection
    label="Wait until nothing more comes"
    description="When triggers fire several times in a row, one run begins after the last time, with its data."
    isOn={value !== null}
    onSwitch={(isOn) => onChange(isOn ? { quietSeconds: 30, mostSeconds: 600, key: '' } : null)}
  >
    {value ? (
      <>
        <DurationInput
          label="Quiet for"
          most={day}
          value={value.quietSeconds}
          onChange={(quietSeconds) => onChange({ ...value, quietSeconds })}
        />
        <DurationInput
          label="But at most for"
          most={week}
          value={value.mostSeconds ?? week}
          onChange={(mostSeconds) => onChange({ ...value, mostSeconds })}
        />
        <KeyInput {...keyWords} value={value.key} onChange={(key) => onChange({ ...value, key })} />
      </>
    ) : null}
  </RuleSection>
);

export const BatchRule = ({ value, onChange, error }: Part<'batch'>) => (
  <RuleSection
    label="Collect into one run"
    description="One run gets a list of what came. Its steps read the first entry as {{trigger[0]}}, and a loop takes {{trigger}}."
    isOn={value !== null}
    onSwitch={(isOn) => onChange(isOn ? { size: 10, seconds: 60, key: '' } : null)}
    error={error}
  >
    {value ? (
      <>
        <Count
          label="Begin when there are"
          min={2}
          max={100}
          value={value.size}
          onChange={(size) => onChange({ ...value, size })}
        />
        <DurationInput
          label="Or after"
          most={day}
          value={value.seconds}
          onChange={(seconds) => onChange({ ...value, seconds })}
        />
        <KeyInput {...keyWords} value={value.key} onChange={(key) => onChange({ ...value, key })} />
      </>
    ) : null}
  </RuleSection>
);
