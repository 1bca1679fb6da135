import { Switch, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './settings.module.css';

interface RuleSectionProps {
  label: string;
  /** What the rule does, in a sentence. */
  description: string;
  isOn: boolean;
  onSwitch: (isOn: boolean) => void;
  error?: string | undefined;
  children: ReactNode;
}

/** A rule that can be switched on; its fields are shown while it is. */
export const RuleSection = ({ label, description, isOn, onSwitch, error, children }: RuleSectionProps) => (
  <div className={classes.rule}>
    <Switch
      label={label}
      description={description}
      error={error}
      checked={isOn}
      onChange={(event) => onSwitch(event.currentTarget.checked)}
    />
    {isOn ? <div className={classes.fields}>{children}</div> : null}
  </div>
);

/** The key of a rule: an expression of what started the run. */
export const KeyInput = ({ value, onChange }: { value: string; onChange: (key: string) => void }) => (
  <TextInput
    label="Separately for each"
    description="Data of the trigger, for example a customer. Left empty, all runs of the flow count together."
    placeholder="{{trigger.body.customer}}"
    maxLength={500}
    spellCheck={false}
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
);
