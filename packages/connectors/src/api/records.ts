import { createHash } from 'node:crypto';
import type { SourceEvent, SourceItem } from '../connector.ts';
import { fillTemplate, lookup, shown } from './lookup.ts';

/** How the records of an answer become documents. */
export interface RecordSettings {
  listPath: string;
  idField: string;
  titleField: string;
  template: string;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const hashOf = (content: string): string =>
  `sha256:${createHash('sha256').update(content).digest('hex')}`;

/** Without a template, every field under its name. */
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

/** A title: one line, not too long. */
export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, 150);

/** The bytes of a Markdown document under a name that people read. */
export const markdownItem = (
  item: Pick<SourceItem, 'externalId' | 'name' | 'url' | 'metadata'>,
  text: string,
): SourceItem => ({
  ...item,
  file: { name: `${item.name}.md`, bytes: new TextEncoder().encode(text) },
});

const titleOf = (record: unknown, { titleField }: RecordSettings, id: string): string => {
  const title = oneLine(shown(titleField === '' ? undefined : lookup(record, titleField)));
  return title === '' ? oneLine(`Record ${id.replace('sha256:', '').slice(0, 60)}`) : title;
};

/** One record as a document, or the reason why it is none. */
export const documentOf = (record: unknown, settings: RecordSettings): SourceEvent => {
  const content = JSON.stringify(record);
  const named = settings.idField === '' ? '' : shown(lookup(record, settings.idField)).trim();
  const id = named === '' ? hashOf(content) : named;
  const name = titleOf(record, settings, id);
  if (settings.idField !== '' && named === '')
    return {
      kind: 'skipped',
      name,
      code: 'sources.no_id',
      reason: `The record has no “${settings.idField}”, so it could not be told apart next time. Please choose another field for the id.`,
    };
  const text = settings.template === '' ? everyField(record) : fillTemplate(settings.template, record);
  if (text.trim() === '')
    return {
      kind: 'skipped',
      name,
      code: 'sources.empty',
      reason: 'There is no text in this record. Please check the template.',
    };
  const heading = settings.template === '' ? `# ${name}\n\n` : '';
  const metadata = named === '' ? {} : { metadata: { id: named.slice(0, 200) } };
  return { kind: 'item', item: markdownItem({ externalId: id, name, ...metadata }, `${heading}${text}\n`) };
};

/** The records of an answer: the list at the path, or the one thing that is there. Undefined when the path leads nowhere. */
export const recordsOf = (answer: unknown, listPath: string): unknown[] | undefined => {
  const found = lookup(answer, listPath);
  const list: unknown[] | undefined = Array.isArray(found) ? found : undefined;
  if (list) return list;
  return found === undefined || found === null ? undefined : [found];
};
