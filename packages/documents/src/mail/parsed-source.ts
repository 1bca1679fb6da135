import { tryJson } from '../json-value.ts';
import type { Mail } from './mail.ts';

/** The fields of a mail or a lead (RECORD-05). Empty where the source has none. */
export type ParsedSource = {
  kind: 'EMAIL' | 'LEAD';
  from: string;
  fromEmail: string;
  subject: string;
  date: string;
  body: string;
  /** The names of the attachments, separated by commas. */
  attachment: string;
};

type Fields = Omit<ParsedSource, 'kind'>;
type Source = string | Mail | Readonly<Record<string, unknown>>;

const nothing: Fields = { from: '', fromEmail: '', subject: '', date: '', body: '', attachment: '' };

/** The keys of a lead (RECORD-06), and the fields that they fill (RECORD-08). */
const fieldOfKey: ReadonlyMap<string, keyof Fields> = new Map([
  ['name', 'from'],
  ['email', 'fromEmail'],
  ['lead source', 'subject'],
  ['date', 'date'],
  ['comments', 'body'],
  ['attachment', 'attachment'],
]);
/** A link has no field of its own. It ends the body, so that it is not lost. */
const linkKey = 'source link';

/** The labels of a mail that is given as text (RECORD-07), and the fields that they fill. */
const fieldOfLabel: ReadonlyMap<string, keyof Fields> = new Map([
  ['from', 'from'],
  ['email', 'fromEmail'],
  ['subject', 'subject'],
  ['date', 'date'],
  ['attachment', 'attachment'],
  ['email body', 'body'],
]);

const isMail = (source: object): source is Mail => 'messageId' in source && 'attachments' in source;

const fromMail = ({ from, subject, date, text, attachments }: Mail): ParsedSource => ({
  kind: 'EMAIL',
  from: from.name === '' ? from.address : from.name,
  fromEmail: from.address,
  subject,
  date,
  body: text,
  attachment: attachments.map(({ name }) => name).join(', '),
});

const shown = (value: unknown): string => {
  if (typeof value === 'string') return value.trim();
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return Array.isArray(value)
    ? value
        .map(shown)
        .filter((it) => it !== '')
        .join(', ')
    : '';
};

const fromLead = (source: Readonly<Record<string, unknown>>): ParsedSource | null => {
  const fields = { ...nothing };
  let link = '';
  for (const [key, value] of Object.entries(source)) {
    const name = key.trim().toLowerCase();
    const field = fieldOfKey.get(name);
    if (field !== undefined) fields[field] = shown(value);
    if (name === linkKey) link = shown(value);
  }
  // Any data may have a name and a date; a lead says whom to answer or where it came from.
  if (fields.fromEmail === '' && fields.subject === '') return null;
  const body = [fields.body, link === '' ? '' : `Source Link: ${link}`].filter((it) => it !== '');
  return { kind: 'LEAD', ...fields, body: body.join('\n\n') };
};

/** The longest line that can be a label with its value. */
const longestLine = 2000;

const parseLabelLine = (line: string): { field: keyof Fields; value: string } | undefined => {
  const colon = line.slice(0, 40).indexOf(':');
  const field = colon < 0 ? undefined : fieldOfLabel.get(line.slice(0, colon).trim().toLowerCase());
  return field === undefined
    ? undefined
    : { field, value: line.slice(colon + 1, field === 'body' ? undefined : longestLine).trim() };
};

const fromText = (text: string): ParsedSource | null => {
  const fields = { ...nothing };
  const lines = text.split(/\r?\n/);
  for (const [at, line] of lines.entries()) {
    const label = parseLabelLine(line);
    if (label === undefined) continue;
    if (label.field !== 'body') {
      // A label that comes again belongs to something that is quoted.
      if (fields[label.field] === '') fields[label.field] = label.value;
      continue;
    }
    // Everything that follows belongs to the body, whatever it looks like.
    fields.body = [label.value, ...lines.slice(at + 1)].join('\n').trim();
    break;
  }
  const isLabelled = fields.body !== '' || fields.subject !== '';
  const isFromSomebody = fields.from !== '' || fields.fromEmail !== '';
  return isLabelled && isFromSomebody ? { kind: 'EMAIL', ...withAddress(fields) } : null;
};

/** A sender may be written with the address: `Ann <ann@example.com>`. */
const withAddress = (fields: Fields): Fields => {
  const open = fields.from.lastIndexOf('<');
  if (fields.fromEmail !== '' || open < 0 || !fields.from.endsWith('>')) return fields;
  const fromEmail = fields.from.slice(open + 1, -1).trim();
  const name = fields.from.slice(0, open).trim();
  return { ...fields, from: name === '' ? fromEmail : name, fromEmail };
};

/** Returns the fields of a mail or of a lead, or null when the source is neither. A text may be a lead in JSON or labelled lines. */
export const parseSource = (source: Source): ParsedSource | null => {
  if (typeof source !== 'string') return isMail(source) ? fromMail(source) : fromLead(source);
  const text = source.trim();
  const lead = text.startsWith('{') ? readJson(text) : undefined;
  return lead === undefined ? fromText(text) : fromLead(lead);
};

const readJson = (text: string): Record<string, unknown> | undefined => {
  const read = tryJson(text);
  const value = read.valid ? read.data : undefined;
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : undefined;
};
