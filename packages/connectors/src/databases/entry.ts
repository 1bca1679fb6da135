import type { Field } from '@atelier/contracts/fields/fields';
import { z } from 'zod';
import { fillTemplate, lookup, shown } from '../api/lookup.ts';
import { documentWith, everyField, hashContent, oneLine } from '../api/records.ts';
import { ConnectorError, type SourceEvent } from '../connector.ts';

/** A row or record that will become a document. */
export interface Entry {
  /** Empty when the record has no id. */
  id: string;
  record: Record<string, unknown>;
}

export interface EntrySettings {
  titleField: string;
  template: string;
  /** Names a record without a title: the name of its table. */
  what: string;
  /** The fields to show without a template; empty means all. */
  shown?: readonly string[];
  /** The longest text of a document, in characters. */
  longest: number;
}

export const templateField: Field = {
  name: 'template',
  label: 'Text of a document',
  type: 'LONG_TEXT',
  max: 20_000,
  placeholder: '# {{title}}\n\n{{body}}',
  description: 'Markdown, with {{name}} where a value belongs. Empty: every value under its name.',
};

/** Throws ConnectorError `sources.invalid_settings` with a message for the user. */
export const refuse = (message: string): never => {
  throw new ConnectorError('sources.invalid_settings', message);
};

/** Validates values. Throws ConnectorError `sources.invalid_settings` with the message for the first invalid value. */
export const parseValues = <T extends z.ZodType>(schema: T, values: unknown): z.output<T> => {
  const parsed = schema.safeParse(values);
  return parsed.success
    ? parsed.data
    : refuse(parsed.error.issues[0]?.message ?? 'Please check the settings of this source.');
};

/** A schema for a whole number of at least one. An empty value becomes the default (IMPORT-39). */
export const atLeastOne = (initial: number, most: number) =>
  z
    .union([z.literal('').transform(() => initial), z.number()], 'Please enter a number.')
    .default(initial)
    .refine((value) => value > 0, 'Please enter a value greater than 0')
    .refine((value) => Number.isInteger(value), 'Please enter a whole number.')
    .refine((value) => value <= most, `Please enter at most ${most.toLocaleString('en')}.`);

/** A schema for an optional choice. */
export const choice = z
  .string()
  .nullish()
  .transform((value) => value ?? '');
export const choices = z.array(z.string()).default([]);

export const buildEntryTitle = ({ id, record }: Entry, { titleField, what }: EntrySettings): string => {
  const title = titleField === '' ? '' : oneLine(shown(lookup(record, titleField)));
  return title === '' ? oneLine(`${what} ${id === '' ? '' : id.slice(0, 60)}`) : title;
};

const selectShownFields = (record: Entry['record'], shownNames: readonly string[] = []): Entry['record'] =>
  shownNames.length === 0
    ? record
    : Object.fromEntries(Object.entries(record).filter(([name]) => shownNames.includes(name)));

/** Formats the record as text, below a heading of its own unless there is a template. */
export const toEntryText = (entry: Entry, settings: EntrySettings, heading = '#'): string =>
  settings.template === ''
    ? `${heading} ${buildEntryTitle(entry, settings)}\n\n${everyField(selectShownFields(entry.record, settings.shown))}`
    : fillTemplate(settings.template, entry.record);

/** Converts a record to a document. A record without an id is identified by its content. */
export const documentOfEntry = (entry: Entry, settings: EntrySettings): SourceEvent => {
  const externalId = entry.id === '' ? hashContent(JSON.stringify(entry.record)) : entry.id;
  const metadata = entry.id === '' ? undefined : { id: entry.id.slice(0, 200) };
  const named = { externalId, name: buildEntryTitle(entry, settings), ...(metadata ? { metadata } : {}) };
  return documentWith(named, toEntryText(entry, settings), settings.longest);
};

/** The report's entry for a sync that ended at its limit. */
export const limitNote = (what: string, limit: number): SourceEvent => ({
  kind: 'skipped',
  name: `More in ${what}`,
  code: 'sources.limit',
  reason: `There is more than the limit of ${limit.toLocaleString('en')}. The rest was not read, and nothing was removed. Please raise the limit.`,
});

/** The note of a sync that ended at its limit and continues next time. */
export const goesOnNote = (limit: number): string =>
  `There is more than the limit of ${limit.toLocaleString('en')}. The rest comes with the next sync.`;

/** The event with the total number of records; none when it is unknown. */
export const toTotalEvents = (count: number): SourceEvent[] => (count > 0 ? [{ kind: 'total', count }] : []);

/** Describes binary data, which is not imported. */
export const binaryNote = (bytes: number): string =>
  `(binary data of ${bytes.toLocaleString('en')} bytes, left out)`;
