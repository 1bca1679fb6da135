import { NumberInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { formatCount } from '../../../../lib/format.ts';
import { RuleSection } from '../../../../ui/forms/limits/rule-section.tsx';
import { useRecordsRemoval } from '../api.ts';

const usualDays = 90;

interface KeepDaysFieldProps {
  label: string;
  /** The rule without a time. */
  description: string;
  value: number | null;
  /** The time that is saved. */
  saved: number | null;
  /** The worker whose records are meant; undefined for those of the company. */
  workerId?: string | undefined;
  onChange: (days: number | null) => void;
}

interface RemovalProps {
  days: number;
  workerId: string | undefined;
}

/** Says what a time deletes, with everything that goes with it. */
const Removal = ({ days, workerId }: RemovalProps) => {
  const [asked] = useDebouncedValue(days, 300);
  const { data } = useRecordsRemoval(asked, workerId);
  if (!data) return null;
  const { records, files, rows } = data;
  const since = `more than ${formatCount(asked, 'day')} ago`;
  return (
    <p className={records > 0 ? 'flat danger tiny' : 'flat muted tiny regular'} role="status">
      {records > 0
        ? `Saving deletes ${formatCount(records, 'record')} that ended ${since}, with ${formatCount(files, 'file')} and ${formatCount(rows, 'row')} of tables, within an hour and for good.`
        : `No record ended ${since}, so nothing is deleted now. Files and rows of tables go with their records.`}
    </p>
  );
};

/** The time for which records are kept, and a note on those that a shorter time deletes. */
export const KeepDaysField = ({ value, saved, workerId, onChange, ...words }: KeepDaysFieldProps) => (
  <RuleSection
    {...words}
    isOn={value !== null}
    onSwitch={(isOn) => onChange(isOn ? (saved ?? usualDays) : null)}
  >
    <NumberInput
      label="Days"
      min={1}
      max={3650}
      clampBehavior="strict"
      allowDecimal={false}
      value={value ?? usualDays}
      onChange={(next) => typeof next === 'number' && onChange(next)}
    />
    {value !== null && value !== saved ? <Removal days={value} workerId={workerId} /> : null}
  </RuleSection>
);
