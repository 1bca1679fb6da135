import { createHash } from 'node:crypto';
import type { SourceEvent, SourceItem } from '../connector.ts';
import { fillTemplate, longestText, lookup, shown } from './lookup.ts';

/** The settings by which the records of a reply become documents. */
export interface RecordSettings {
  listPath: string;
  idField: string;
  titleField: string;
  template: string;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const hashContent = (content: string): string =>
  `sha256:${createHash('sha256').update(content).digest('hex')}`;

/** Lists every field with its name, for use without a template. */
export const everyField = (record: unknown): string => {
  if (!isObject(record)) return shown(record);
  return Object.entries(record)
    .map(([name, value]) => {
      const text = shown(value);
      return typeof value === 'object' && value !== null
        ? `**${name}**:\n\n\`\`\`json\n${text}\n\`\`\``
        : `**${name}**: ${text}`;
    })
    .join('\n\n');
};

/** Formats a title: one line of at most 150 characters. */
export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, 150);

/** Returns a Markdown document with a readable name. */
export const markdownItem = (
  item: Pick<SourceItem, 'externalId' | 'name' | 'url' | 'metadata'>,
  text: string,
): SourceItem => ({
  ...item,
  file: { name: `${item.name}.md`, bytes: new TextEncoder().encode(text) },
});

const skipped = (name: string, code: string, reason: string): SourceEvent => ({
  kind: 'skipped',
  name,
  code,
  reason,
});

/** Returns a text as a document, or the reason why it cannot be one. */
export const documentWith = (
  item: Pick<SourceItem, 'externalId' | 'name' | 'metadata'>,
  text: string,
  longest = longestText,
): SourceEvent => {
  if (text.trim() === '')
    return skipped(item.name, 'sources.empty', 'There is no text in this record. Please check the template.');
  if (text.length > longest)
    return skipped(
      item.name,
      'sources.too_large',
      `This record is longer than ${longest.toLocaleString('en')} characters. Please leave out what is long, or name what is wanted in the template.`,
    );
  return { kind: 'item', item: markdownItem(item, `${text}\n`) };
};

const buildRecordTitle = (record: unknown, { titleField }: RecordSettings, id: string): string => {
  const title = oneLine(shown(titleField === '' ? undefined : lookup(record, titleField)));
  return title === '' ? oneLine(`Record ${id.replace('sha256:', '').slice(0, 60)}`) : title;
};

/** Returns a record as a document, or the reason why it cannot be one. */
export const toRecordDocument = (record: unknown, settings: RecordSettings): SourceEvent => {
  const content = JSON.stringify(record);
  const named = settings.idField === '' ? '' : shown(lookup(record, settings.idField)).trim();
  const id = named === '' ? hashContent(content) : named;
  const name = buildRecordTitle(record, settings, id);
  if (settings.idField !== '' && named === '')
    return skipped(
      name,
      'sources.no_id',
      `The record has no “${settings.idField}”, so it could not be told apart next time. Please choose another field for the id.`,
    );
  const text =
    settings.template === '' ? `# ${name}\n\n${everyField(record)}` : fillTemplate(settings.template, record);
  const metadata = named === '' ? {} : { metadata: { id: named.slice(0, 200) } };
  return documentWith({ externalId: id, name, ...metadata }, text);
};

/** Returns the records of a reply: the list at the path, or the one value there. Undefined when the path does not exist. */
export const findRecords = (answer: unknown, listPath: string): unknown[] | undefined => {
  const found = lookup(answer, listPath);
  const list: unknown[] | undefined = Array.isArray(found) ? found : undefined;
  if (list) return list;
  return found === undefined || found === null ? undefined : [found];
};
