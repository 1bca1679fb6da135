import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type Days, isRange, lastDays, ranges } from './ranges.ts';

interface RangePickerProps {
  days: Days;
  onChange: (days: Days) => void;
}

interface DayFieldProps {
  label: string;
  value: string;
  onChange: (day: string) => void;
  error: string | undefined;
}

const DayField = ({ label, value, onChange, error }: DayFieldProps) => (
  <TextInput
    type="date"
    label={label}
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
    error={error}
  />
);

/** The first and last day, with shortcuts to common ranges. A typed day takes effect once both days form a valid range, and days that come from elsewhere replace what is typed. */
export const RangePicker = ({ days, onChange }: RangePickerProps) => {
  const [draft, setDraft] = useState(days);
  const [given, setGiven] = useState(days);
  if (given.from !== days.from || given.to !== days.to) {
    setGiven(days);
    setDraft(days);
  }
  const choose = (next: Days) => {
    setDraft(next);
    if (isRange(next)) onChange(next);
  };
  const error = isRange(draft) ? undefined : 'Choose at most a year that ends after it begins';
  return (
    <div className="wrap-3 align-end">
      <DayField
        label="From"
        value={draft.from}
        onChange={(from) => choose({ ...draft, from })}
        error={undefined}
      />
      <DayField label="To" value={draft.to} onChange={(to) => choose({ ...draft, to })} error={error} />
      <Button.Group aria-label="Usual ranges">
        {ranges.map((range) => {
          const usual = lastDays(range.days);
          const isChosen = usual.from === days.from && usual.to === days.to;
          return (
            <Button
              key={range.days}
              variant={isChosen ? 'filled' : 'default'}
              aria-pressed={isChosen}
              onClick={() => choose(usual)}
            >
              {range.label}
            </Button>
          );
        })}
      </Button.Group>
    </div>
  );
};
