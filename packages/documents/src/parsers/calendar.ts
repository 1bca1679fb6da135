import type { Block } from '../block.ts';
import { singleLine } from '../clean-text.ts';
import { readLines } from './lines.ts';
import type { Parser } from './source.ts';
import { readTextChunks } from './text-file.ts';

/** A longer value is cut. */
const longest = { line: 16_000, value: 64_000 };
/** Guests that are named; the others are counted. */
const mostGuests = 100;

/** A line of a calendar (RFC 5545): a name, its parameters and a value. */
interface Property {
  name: string;
  parameters: string;
  value: string;
}

interface Entry {
  properties: Property[];
  guests: number;
}

/** Parses invitations and other entries of calendars: each with its subject, time, place, people and description. */
export const parseCalendar: Parser = async function* (source) {
  const reader = new CalendarReader();
  for await (const line of readLines(readTextChunks(source), longest.line)) yield* reader.line(line);
  yield* reader.end();
};

const kinds = new Set(['VEVENT', 'VTODO', 'VJOURNAL']);

class CalendarReader {
  #whole = '';
  #isCancelled = false;
  readonly #path: string[] = [];
  #entry: Entry | undefined;

  /** A line that begins with a blank goes on with the one before it. */
  *line(line: string): Generator<Block> {
    if (/^[ \t]/.test(line)) {
      if (this.#whole.length < longest.value) this.#whole += line.slice(1);
      return;
    }
    yield* this.end();
    this.#whole = line;
  }

  *end(): Generator<Block> {
    const property = readProperty(this.#whole);
    this.#whole = '';
    if (property === undefined) return;
    const kind = property.value.trim().toUpperCase();
    if (property.name === 'BEGIN') this.#begin(kind);
    else if (property.name === 'END') yield* this.#finish();
    else this.#take(property, kind);
  }

  #begin(kind: string): void {
    this.#path.push(kind);
    if (kinds.has(kind)) this.#entry = { properties: [], guests: 0 };
  }

  *#finish(): Generator<Block> {
    const kind = this.#path.pop() ?? '';
    if (!kinds.has(kind) || this.#entry === undefined) return;
    yield* entryBlocks(this.#entry, this.#isCancelled);
    this.#entry = undefined;
  }

  #take(property: Property, value: string): void {
    if (property.name === 'METHOD') this.#isCancelled = value === 'CANCEL';
    // Alarms and the rules of time zones stand in parts of their own.
    const entry = kinds.has(this.#path.at(-1) ?? '') ? this.#entry : undefined;
    if (entry === undefined) return;
    const isGuest = property.name === 'ATTENDEE';
    if (isGuest) entry.guests++;
    if (!isGuest || entry.guests <= mostGuests) entry.properties.push(property);
  }
}

/** The first colon outside of quotes ends the parameters. */
const readProperty = (line: string): Property | undefined => {
  let isQuoted = false;
  for (let at = 0; at < line.length; at++) {
    const character = line[at];
    if (character === '"') isQuoted = !isQuoted;
    if (character !== ':' || isQuoted) continue;
    const head = line.slice(0, at);
    const name = head.split(';', 1)[0] ?? '';
    return {
      name: name.trim().toUpperCase(),
      parameters: head.slice(name.length),
      value: line.slice(at + 1),
    };
  }
  return undefined;
};

const toText = (value: string): string =>
  value
    .replaceAll(/\\([nN,;\\])/g, (_all, mark: string) => (mark === 'n' || mark === 'N' ? '\n' : mark))
    .trim();

const readParameter = (parameters: string, name: string): string => {
  const found = parameters.split(';').find((part) => part.toUpperCase().startsWith(`${name}=`));
  return singleLine((found ?? '').slice(name.length + 1).replaceAll('"', ''));
};

const moment = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)\d{0,2}(Z?))?$/;

const toMoment = ({ value, parameters }: Property): string => {
  const [all, year, month, day, hours, minutes, zulu] = moment.exec(value.trim()) ?? [];
  if (all === undefined) return singleLine(toText(value));
  const date = `${year}-${month}-${day}`;
  if (hours === undefined) return date;
  const zone = zulu === 'Z' ? 'UTC' : readParameter(parameters, 'TZID');
  return `${date} ${hours}:${minutes}${zone === '' ? '' : ` (${zone})`}`;
};

const toPerson = ({ value, parameters }: Property): string => {
  const name = readParameter(parameters, 'CN');
  const address = value.trim().replace(/^mailto:/i, '');
  return name === '' || name === address ? address : `${name} <${address}>`;
};

const units: Readonly<Record<string, string>> = { W: 'weeks', D: 'days', H: 'h', M: 'min', S: 's' };

const toDuration = ({ value }: Property): string =>
  Array.from(
    value.matchAll(/(\d{1,9})([WDHMS])/g),
    ([, count = '', unit = '']) => `${count} ${units[unit] ?? ''}`,
  ).join(' ');

const toPlain = ({ value }: Property): string => singleLine(toText(value));

/** The lines of an entry, in their order. */
const lines: readonly (readonly [name: string, label: string, show: (property: Property) => string])[] = [
  ['DTSTART', 'Begin', toMoment],
  ['DTEND', 'End', toMoment],
  ['DUE', 'Due', toMoment],
  ['DURATION', 'Duration', toDuration],
  ['LOCATION', 'Place', toPlain],
  ['ORGANIZER', 'Organizer', toPerson],
  ['ATTENDEE', 'Guests', toPerson],
  ['RRULE', 'Repeats', toPlain],
  ['STATUS', 'Status', toPlain],
  ['URL', 'Address', toPlain],
];

function* entryBlocks({ properties, guests }: Entry, isCancelled: boolean): Generator<Block> {
  const all = (name: string): Property[] => properties.filter((property) => property.name === name);
  const [subject] = all('SUMMARY');
  if (subject && toPlain(subject) !== '') yield { kind: 'heading', text: toPlain(subject), level: 1 };
  const rows = lines.flatMap(([name, label, show]) => {
    const shown = all(name)
      .map(show)
      .filter((text) => text !== '');
    const more = name === 'ATTENDEE' && guests > mostGuests ? ` and ${guests - mostGuests} more` : '';
    return shown.length === 0 ? [] : [`${label}: ${shown.join(', ')}${more}`];
  });
  if (isCancelled) rows.push('This entry was cancelled.');
  if (rows.length > 0) yield { kind: 'paragraph', text: rows.join('\n') };
  for (const description of all('DESCRIPTION')) {
    const text = toText(description.value);
    if (text !== '') yield { kind: 'paragraph', text };
  }
}
