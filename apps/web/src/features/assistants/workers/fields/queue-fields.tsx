import type { WorkerInputKind } from '@atelier/contracts/assistants/workers/worker-queue';
import { NumberInput, Textarea, TextInput } from '@mantine/core';
import { TextLink } from '../../../../ui/layout/text-link.tsx';
import { mailSource, type WorkerFormInput } from '../model/worker-form.ts';
import { inputWords } from '../model/worker-words.ts';
import { ChoiceSelect } from './choice-select.tsx';
import { useMailboxChoices } from './choices.ts';
import { EntryList } from './entry-list.tsx';
import classes from './fields.module.css';
import type { WorkerFormProps } from './worker-form-props.ts';

type Entry = WorkerFormInput['queue'][number];
type EntryOf<Kind extends WorkerInputKind> = Extract<Entry, { kind: Kind }>;

/** The time zone of the browser. */
const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

const begun: Record<WorkerInputKind, () => Entry> = {
  UPLOAD: () => ({ kind: 'UPLOAD' }),
  API: () => ({ kind: 'API' }),
  APP: () => ({ kind: 'APP' }),
  WEBHOOK: () => ({ kind: 'WEBHOOK' }),
  WORKER: () => ({ kind: 'WORKER' }),
  MAIL: () => mailSource(''),
  SCHEDULE: () => ({ kind: 'SCHEDULE', cron: '0 8 * * 1-5', timeZone: ownZone(), input: '' }),
};

interface EntryProps<Kind extends WorkerInputKind> {
  entry: EntryOf<Kind>;
  onChange: (entry: Entry) => void;
  errorFor: (name: string) => string | undefined;
}

const MailFields = ({ entry, onChange, errorFor }: EntryProps<'MAIL'>) => (
  <>
    <ChoiceSelect
      label="Mailbox"
      description="A connection of the kind “Mail”. Make one under Connections."
      value={entry.connectionId}
      onChange={(connectionId) => onChange({ ...entry, connectionId })}
      error={errorFor('connectionId')}
      useChoices={useMailboxChoices}
    />
    <div className="stack-3 columns-12">
      <TextInput
        label="Folder"
        value={entry.folder ?? ''}
        onChange={(event) => onChange({ ...entry, folder: event.currentTarget.value })}
        error={errorFor('folder')}
      />
      <NumberInput
        label="Minutes between two looks"
        min={1}
        max={1440}
        value={entry.everyMinutes ?? 5}
        onChange={(value) => onChange({ ...entry, everyMinutes: Number(value) || 1 })}
        error={errorFor('everyMinutes')}
      />
    </div>
  </>
);

const ScheduleFields = ({ entry, onChange, errorFor }: EntryProps<'SCHEDULE'>) => (
  <>
    <div className="stack-3 columns-12">
      <TextInput
        label="Times"
        description="Minute, hour, day, month, weekday: “0 8 * * 1-5” is every working day at 8."
        value={entry.cron}
        onChange={(event) => onChange({ ...entry, cron: event.currentTarget.value })}
        error={errorFor('cron')}
      />
      <TextInput
        label="Time zone"
        description="Such as Europe/Berlin."
        value={entry.timeZone ?? ''}
        onChange={(event) => onChange({ ...entry, timeZone: event.currentTarget.value })}
        error={errorFor('timeZone')}
      />
    </div>
    <Textarea
      label="What it gets each time"
      autosize
      minRows={2}
      maxLength={8000}
      value={entry.input}
      onChange={(event) => onChange({ ...entry, input: event.currentTarget.value })}
      error={errorFor('input')}
    />
  </>
);

/** Kinds of which a worker has one at most. */
const single = new Set<WorkerInputKind>(['UPLOAD', 'API', 'APP', 'WORKER']);
const kinds = Object.keys(begun) as WorkerInputKind[];

const renderFields = (entry: Entry, props: Omit<EntryProps<WorkerInputKind>, 'entry'>) => {
  switch (entry.kind) {
    case 'MAIL':
      return <MailFields entry={entry} {...props} />;
    case 'SCHEDULE':
      return <ScheduleFields entry={entry} {...props} />;
    default:
      return null;
  }
};

interface QueueFieldsProps extends WorkerFormProps {
  /** True when the worker is made for mail, and the company has no mailbox yet. */
  asksForMailbox?: boolean;
}

const MissingMailbox = () => (
  <p className={`below-3 rounded pad-3 ${classes.hint}`}>
    This worker is made for mail. <TextLink to="/connections">Connect a mailbox</TextLink>, then add it here;
    until then, give it mails by hand or by a program.
  </p>
);

/** The inputs of a worker. */
export const QueueFields = ({ form, asksForMailbox = false }: QueueFieldsProps) => {
  const { value, onChange, error } = form.bind('queue');
  const set = (next: readonly Entry[]) => onChange([...next]);
  const addable = kinds.filter((kind) => !single.has(kind) || value.every((entry) => entry.kind !== kind));
  return (
    <div data-tour="worker-queue">
      {asksForMailbox && value.every(({ kind }) => kind !== 'MAIL') ? <MissingMailbox /> : null}
      <EntryList
        label="Where work comes from"
        help="Everything that comes in becomes one record of the worker, in the order in which it came."
        none="Nothing yet: you can still give it work by hand."
        words={inputWords}
        entries={value}
        addable={value.length >= 10 ? [] : addable}
        addLabel="Add a source"
        onAdd={(kind) => set([...value, begun[kind]()])}
        onRemove={(at) => set(value.toSpliced(at, 1))}
        fieldsOf={(at) => {
          const entry = value[at];
          if (!entry) return null;
          return renderFields(entry, {
            onChange: (changed) => set(value.with(at, changed)),
            errorFor: (name) => form.messageFor(`queue.${at}.${name}`),
          });
        }}
        error={error}
      />
    </div>
  );
};
