import type { SourceForm } from '@atelier/contracts/build/chat/chat';
import { extensionOf, type Format, findFormatByName } from '@atelier/documents';

const forms: Partial<Record<Format, SourceForm>> = {
  pdf: 'PDF',
  markdown: 'MARKDOWN',
  csv: 'TABLE',
  tsv: 'TABLE',
  xlsx: 'TABLE',
  xls: 'TABLE',
  ods: 'TABLE',
  json: 'CODE',
  jsonl: 'CODE',
};

/** Larger Markdown is shown by its text around the place, so that no page has to draw all of it. */
const mostMarkdownBytes = 1024 * 1024;

/** As what a document is shown. */
export const sourceFormOf = (name: string): SourceForm => {
  const format = findFormatByName(name);
  return (format === null ? undefined : forms[format]) ?? 'TEXT';
};

/** Whether the page shows the file itself rather than the text that was read from it. */
export const isShownAsFile = ({ name, size }: { name: string; size: number }): boolean => {
  const form = sourceFormOf(name);
  return form === 'PDF' || (form === 'MARKDOWN' && size <= mostMarkdownBytes);
};

/** The type under which the bytes are sent: one that no browser runs. */
export const fileTypeOf = (name: string): string =>
  extensionOf(name) === 'pdf' ? 'application/pdf' : 'text/plain; charset=utf-8';
