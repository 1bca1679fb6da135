import { NativeSelect, TextInput } from '@mantine/core';
import { useAuditChoices } from './api.ts';
import classes from './audit.module.css';
import { groupActions } from './model/audit-sentence.ts';

export type FilterWords = Record<'action' | 'actor' | 'from' | 'to', string>;

interface AuditFiltersProps {
  words: FilterWords;
  onChange: (words: Partial<FilterWords>) => void;
}

const everybody = { value: '', label: 'Everybody' };
const system = { value: 'system', label: 'The system' };

/** The filters of the log next to the search. */
export const AuditFilterFields = ({ words, onChange }: AuditFiltersProps) => {
  const { data } = useAuditChoices();
  const users = (data?.users ?? []).map(({ userId, name, email }) => ({
    value: userId,
    label: email === null ? name : `${name} (${email})`,
  }));
  return (
    <div className="wrap-2">
      <NativeSelect
        className={classes.choice ?? ''}
        aria-label="Action"
        value={words.action}
        onChange={(event) => onChange({ action: event.currentTarget.value })}
        data={[{ value: '', label: 'All actions' }, ...groupActions(data?.actions ?? [])]}
      />
      <NativeSelect
        className={classes.choice ?? ''}
        aria-label="Person"
        value={words.actor}
        onChange={(event) => onChange({ actor: event.currentTarget.value })}
        data={[everybody, system, ...users]}
      />
      <TextInput
        className={classes.day ?? ''}
        type="date"
        leftSection="From"
        leftSectionWidth="3.25rem"
        aria-label="From day"
        value={words.from}
        max={words.to}
        onChange={(event) => onChange({ from: event.currentTarget.value })}
      />
      <TextInput
        className={classes.day ?? ''}
        type="date"
        leftSection="To"
        leftSectionWidth="2.25rem"
        aria-label="To day"
        value={words.to}
        min={words.from}
        onChange={(event) => onChange({ to: event.currentTarget.value })}
      />
    </div>
  );
};
