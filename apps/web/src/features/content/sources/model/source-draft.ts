import type { DocumentLabels } from '@atelier/contracts/content/bases/import-shapes';
import {
  type ConnectorEntry,
  limitMessage,
  mostSourceItems,
  NewSource,
  type Source,
  SourceSchedule,
} from '@atelier/contracts/content/sources/source-shapes';
import { valuesSchema } from '@atelier/contracts/fields/field-schema';
import { defaultValuesFor } from '@atelier/contracts/fields/field-values';
import type { FieldValues } from '@atelier/contracts/fields/fields';
import { noLabels } from '../../../../lib/document-labels.ts';

export type Schedule = SourceSchedule;

/** A source while its form is being filled in. Numbers may be empty meanwhile. */
export interface SourceDraft {
  name: string;
  settings: FieldValues;
  connectionId: string | null;
  every: Schedule['every'];
  hours: number | '';
  maxItems: number | '';
  skipDuplicates: boolean;
  /** The labels of the source's documents; those of a surrounding form take precedence. */
  labels: DocumentLabels;
}

const usualMaxItems = 1000;
/** The most pages of a web import, regardless of the user's input (IMPORT-38). */
export const mostPages = 50;

export const newDraft = (entry: ConnectorEntry): SourceDraft => ({
  name: '',
  settings: defaultValuesFor(entry.settingsFields),
  connectionId: null,
  every: 'OFF',
  hours: 6,
  maxItems: usualMaxItems,
  skipDuplicates: true,
  labels: noLabels,
});

export const toDraft = (source: Source): SourceDraft => ({
  name: source.name,
  settings: source.settings,
  connectionId: source.connectionId,
  every: source.schedule.every,
  hours: source.schedule.hours ?? 6,
  maxItems: source.maxItems,
  skipDuplicates: source.skipDuplicates,
  labels: source.labels,
});

/** Returns true when the settings of the kind contain a limit of their own: pages of a website, rows of a database. */
export const hasOwnLimit = ({ type, settingsFields }: ConnectorEntry): boolean =>
  type === 'WEBSITE' || settingsFields.some(({ name }) => name === 'limit');

export const toSchedule = ({ every, hours }: SourceDraft): Schedule =>
  every === 'HOURS' && hours !== '' ? { every, hours } : { every };

/** Returns a readable name of `"public"."articles"`, or the name of an index or a collection as it is. */
const describeSelection = ({ table, collection, index }: FieldValues): string | undefined => {
  const name = [table, collection, index].find((each) => typeof each === 'string' && each !== '');
  return typeof name === 'string' ? name.replace(/^"?public"?\./, '').replaceAll('"', '') : undefined;
};

const parseHostName = (address: unknown): string | undefined => {
  if (typeof address !== 'string' || address.trim() === '') return undefined;
  const whole = /^[a-z]+:\/\//i.test(address.trim()) ? address.trim() : `https://${address.trim()}`;
  return URL.canParse(whole) ? new URL(whole).hostname : undefined;
};

/** Returns the name of a source: the typed one, otherwise its title, site or table, otherwise its kind. */
export const proposeName = (entry: ConnectorEntry, { name, settings }: SourceDraft): string => {
  const title = settings['title'];
  const own = [name, typeof title === 'string' ? title : ''].find((each) => each.trim() !== '');
  return (
    own ??
    parseHostName(settings['address']) ??
    parseHostName(settings['url']) ??
    describeSelection(settings) ??
    entry.title
  );
};

/** Converts a draft to the input of the server. The general limit is left out when the settings have a limit of their own. */
export const toSourceInput = (entry: ConnectorEntry, { settings, connectionId, maxItems }: SourceDraft) => ({
  settings,
  connectionId,
  maxItems: hasOwnLimit(entry) ? mostSourceItems : maxItems === '' ? 0 : maxItems,
});

/** The body of the request. */
export const toSourceBody = (entry: ConnectorEntry, draft: SourceDraft) => ({
  ...toSourceInput(entry, draft),
  name: proposeName(entry, draft),
  schedule: toSchedule(draft),
  skipDuplicates: draft.skipDuplicates,
  labels: draft.labels,
});

/** Messages by the path of the field that they belong to, for example `settings.url` or `maxItems`. */
export type Refusals = ReadonlyMap<string, string>;

interface Issues {
  issues: readonly { path: PropertyKey[]; message: string }[];
}

const add = (refusals: Map<string, string>, prefix: string, error: Issues | undefined): void => {
  for (const { path, message } of error?.issues ?? []) {
    const name = [...(prefix === '' ? [] : [prefix]), ...path].join('.');
    if (!refusals.has(name)) refusals.set(name, message);
  }
};

const Own = NewSource.pick({ name: true, maxItems: true });

/** Validates a draft by the schemas that the server uses; returns the messages by path. */
export const judgeDraft = (entry: ConnectorEntry, draft: SourceDraft): Refusals => {
  const refusals = new Map<string, string>();
  const body = toSourceBody(entry, draft);
  add(refusals, '', Own.safeParse(body).error);
  if (draft.every === 'HOURS' && !(Number(draft.hours) > 0)) refusals.set('schedule.hours', limitMessage);
  else add(refusals, 'schedule', SourceSchedule.safeParse(body.schedule).error);
  add(refusals, 'settings', valuesSchema(entry.settingsFields).safeParse(draft.settings).error);
  for (const { name, type, min } of entry.settingsFields) {
    const isLimit = type === 'NUMBER' && min === 1 && Number(draft.settings[name]) < 1;
    if (isLimit && refusals.has(`settings.${name}`)) refusals.set(`settings.${name}`, limitMessage);
  }
  if (entry.connection === 'REQUIRED' && draft.connectionId === null)
    refusals.set('connectionId', 'Please choose a connection, or make one');
  return refusals;
};
