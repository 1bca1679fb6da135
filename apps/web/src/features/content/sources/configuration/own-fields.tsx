import type { ConnectorEntry } from '@atelier/contracts/content/sources/source-shapes';
import { Checkbox, NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { ExplainedField } from '../../../../ui/forms/explained-field.tsx';
import { hasOwnLimit, proposeName, type Schedule } from '../model/source-draft.ts';
import { scheduleNames } from '../model/source-words.ts';
import classes from './configuration.module.css';
import type { SourceForm } from './use-source-forms.ts';

type DraftProps = Pick<SourceForm, 'draft' | 'onChange' | 'refusals'>;

const NameField = ({ draft, onChange, refusals, entry }: DraftProps & { entry: ConnectorEntry }) => (
  <TextInput
    label="Name of the source"
    description="Its name in the list of sources. Optional."
    placeholder={proposeName(entry, { ...draft, name: '' })}
    maxLength={150}
    value={draft.name}
    error={refusals.get('name')}
    onChange={(event) => onChange({ ...draft, name: event.currentTarget.value })}
  />
);

const every = Object.entries(scheduleNames).map(([value, label]) => ({ value, label }));
const isSchedule = (word: string): word is Schedule['every'] => word in scheduleNames;
const toNumberOrBlank = (value: string | number): number | '' => (typeof value === 'number' ? value : '');

/** The limit on items (IMPORT-39). */
const LimitField = ({ draft, onChange, refusals }: DraftProps) => (
  <ExplainedField label="Limit" help="The most documents that one sync imports. The report names the rest.">
    {(id) => (
      <NumberInput
        id={id}
        className={classes.number ?? ''}
        allowDecimal={false}
        suffix=" documents"
        value={draft.maxItems}
        error={refusals.get('maxItems')}
        onChange={(value) => onChange({ ...draft, maxItems: toNumberOrBlank(value) })}
      />
    )}
  </ExplainedField>
);

/** The fields for the schedule of a source, and for the most items of a sync. */
const ScheduleFields = ({ draft, onChange, refusals, entry }: DraftProps & { entry: ConnectorEntry }) => (
  <>
    <div className={`flex flex-wrap flex-start gap-4 ${classes.row}`}>
      <NativeSelect
        label="Read it again"
        description="Documents that are gone from the source are removed here too."
        data={every}
        value={draft.every}
        onChange={({ currentTarget: { value } }) =>
          isSchedule(value) ? onChange({ ...draft, every: value }) : undefined
        }
      />
      {draft.every === 'HOURS' ? (
        <NumberInput
          label="Hours between"
          description="From 1 to 720."
          allowDecimal={false}
          value={draft.hours}
          error={refusals.get('schedule.hours')}
          onChange={(value) => onChange({ ...draft, hours: toNumberOrBlank(value) })}
        />
      ) : null}
    </div>
    {hasOwnLimit(entry) ? null : <LimitField draft={draft} onChange={onChange} refusals={refusals} />}
    <Checkbox
      label="Leave out duplicates"
      description="A document whose content the knowledge base already contains is named in the report and not imported."
      checked={draft.skipDuplicates}
      onChange={(event) => onChange({ ...draft, skipDuplicates: event.currentTarget.checked })}
    />
  </>
);

/** The settings that every source has: a name, a schedule, a limit. */
export const OwnFields = ({ entry, form }: { entry: ConnectorEntry; form: SourceForm }) => {
  const { draft, onChange, refusals } = form;
  return (
    <>
      <NameField entry={entry} draft={draft} onChange={onChange} refusals={refusals} />
      {entry.type === 'MANUAL' ? null : (
        <ScheduleFields entry={entry} draft={draft} onChange={onChange} refusals={refusals} />
      )}
    </>
  );
};
