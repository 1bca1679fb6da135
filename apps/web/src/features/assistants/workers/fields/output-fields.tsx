import type { WorkerOutputKind } from '@atelier/contracts/assistants/workers/worker-queue';
import { NativeSelect, TagsInput, TextInput } from '@mantine/core';
import type { WorkerFormInput } from '../model/worker-form.ts';
import { outputWords } from '../model/worker-words.ts';
import { ChoiceSelect } from './choice-select.tsx';
import { useWorkerChoices } from './choices.ts';
import { EntryList } from './entry-list.tsx';
import type { WorkerFormProps } from './worker-form-props.ts';

type Entry = WorkerFormInput['outputs'][number];
type EntryOf<Kind extends WorkerOutputKind> = Extract<Entry, { kind: Kind }>;

const begun: Record<WorkerOutputKind, () => Entry> = {
  TABLE: () => ({ kind: 'TABLE', name: 'Results', columns: [] }),
  FILE: () => ({ kind: 'FILE', name: '', format: 'MARKDOWN' }),
  MAIL: () => ({ kind: 'MAIL', to: [], subject: '' }),
  WEBHOOK: () => ({ kind: 'WEBHOOK', url: '' }),
  WORKER: () => ({ kind: 'WORKER', workerId: '' }),
  KEEP: () => ({ kind: 'KEEP' }),
};

interface EntryProps<Kind extends WorkerOutputKind> {
  entry: EntryOf<Kind>;
  onChange: (entry: Entry) => void;
  errorFor: (name: string) => string | undefined;
}

const TableFields = ({ entry, onChange, errorFor }: EntryProps<'TABLE'>) => (
  <div className="stack-3 columns-12">
    <TextInput
      label="Name of the table"
      value={entry.name}
      onChange={(event) => onChange({ ...entry, name: event.currentTarget.value })}
      error={errorFor('name')}
    />
    <TagsInput
      label="Columns"
      description="Names of fields of the result. Leave it empty to take those of the first result."
      value={entry.columns ?? []}
      onChange={(columns) => onChange({ ...entry, columns })}
      error={errorFor('columns')}
    />
  </div>
);

const formats = [
  { value: 'MARKDOWN', label: 'Markdown' },
  { value: 'TEXT', label: 'Text' },
  { value: 'JSON', label: 'JSON' },
] as const;

const FileFields = ({ entry, onChange, errorFor }: EntryProps<'FILE'>) => (
  <div className="stack-3 columns-12">
    <TextInput
      label="Name of the file"
      description="Leave it empty to take the name of the record."
      value={entry.name ?? ''}
      onChange={(event) => onChange({ ...entry, name: event.currentTarget.value })}
      error={errorFor('name')}
    />
    <NativeSelect
      label="Format"
      description="How the result is written."
      data={[...formats]}
      value={entry.format ?? 'MARKDOWN'}
      onChange={({ currentTarget }) => {
        const chosen = formats.find(({ value }) => value === currentTarget.value);
        if (chosen) onChange({ ...entry, format: chosen.value });
      }}
    />
  </div>
);

const MailFields = ({ entry, onChange, errorFor }: EntryProps<'MAIL'>) => (
  <div className="stack-3 columns-12">
    <TagsInput
      label="To"
      description="Up to ten mail addresses."
      maxTags={10}
      value={entry.to}
      onChange={(to) => onChange({ ...entry, to })}
      error={
        errorFor('to') ?? entry.to.map((_, at) => errorFor(`to.${at}`)).find((each) => each !== undefined)
      }
    />
    <TextInput
      label="Subject"
      description="Leave it empty to take the name of the record."
      value={entry.subject ?? ''}
      onChange={(event) => onChange({ ...entry, subject: event.currentTarget.value })}
      error={errorFor('subject')}
    />
  </div>
);

const renderFields = (entry: Entry, props: Omit<EntryProps<WorkerOutputKind>, 'entry'>) => {
  switch (entry.kind) {
    case 'TABLE':
      return <TableFields entry={entry} {...props} />;
    case 'FILE':
      return <FileFields entry={entry} {...props} />;
    case 'MAIL':
      return <MailFields entry={entry} {...props} />;
    case 'WEBHOOK':
      return (
        <TextInput
          label="Web address"
          placeholder="https://"
          value={entry.url}
          onChange={({ currentTarget }) => props.onChange({ ...entry, url: currentTarget.value })}
          error={props.errorFor('url')}
        />
      );
    case 'WORKER':
      return (
        <ChoiceSelect
          label="Worker"
          value={entry.workerId}
          onChange={(workerId) => props.onChange({ ...entry, workerId })}
          error={props.errorFor('workerId')}
          useChoices={useWorkerChoices}
        />
      );
    case 'KEEP':
      return null;
  }
};

const kinds = Object.keys(begun) as WorkerOutputKind[];

/** The outputs for the results of a worker. */
export const OutputFields = ({ form }: WorkerFormProps) => {
  const { value, onChange, error } = form.bind('outputs');
  const set = (next: readonly Entry[]) => onChange([...next]);
  return (
    <EntryList
      label="Where results go"
      help="Every result is kept in its record. It is delivered to these as well, once to each."
      none="Nowhere else: results stay in their records."
      words={outputWords}
      entries={value}
      addable={value.length >= 10 ? [] : kinds.filter((kind) => kind !== 'KEEP')}
      addLabel="Add a destination"
      onAdd={(kind) => set([...value, begun[kind]()])}
      onRemove={(at) => set(value.toSpliced(at, 1))}
      fieldsOf={(at) => {
        const entry = value[at];
        if (!entry) return null;
        return renderFields(entry, {
          onChange: (changed) => set(value.with(at, changed)),
          errorFor: (name) => form.messageFor(`outputs.${at}.${name}`),
        });
      }}
      error={error}
    />
  );
};
