import { Switch, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './limits.module.css';

interface RuleSectionProps {
  label: string;
  /** The effect of the rule, in a sentence. */
  description: string;
  isOn: boolean;
  onSwitch: (isOn: boolean) => void;
  error?: string | undefined;
  children: ReactNode;
}

/** A rule that can be switched on; its fields are shown while it is. */
export const RuleSection = ({ label, description, isOn, onSwitch, error, children }: RuleSectionProps) => (
  <div className="beside-3 flex-column">
    <Switch
      label={label}
      description={description}
      error={error}
      checked={isOn}
      onChange={(event) => onSwitch(event.currentTarget.checked)}
    />
    {isOn ? <div className={`beside-3 flex-column ${classes.fields}`}>{children}</div> : null}
  </div>
);

interface KeyInputProps {
  value: string;
  onChange: (key: string) => void;
  /** The data that the key reads, and the meaning of an empty one. */
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
