import { Switch, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './limits.module.css';

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

interface KeyInputProps {
  value: string;
  onChange: (key: string) => void;
  /** What the key reads, and what an empty one means. */
  description: string;
  placeholder: string;
}

/** The key of a rule: an expression, for each value of which the rule counts separately. */
export const KeyInput = ({ value, onChange, ...words }: KeyInputProps) => (
  <TextInput
    label="Separately for each"
    maxLength={500}
    spellCheck={false}
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
    {...words}
  />
);
