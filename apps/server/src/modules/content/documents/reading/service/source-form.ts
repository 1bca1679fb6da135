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

/**
 * A larger Markdown document is shown as the text around the cited position, so that the browser need not render all of it.
 */
const mostMarkdownBytes = 1024 * 1024;

/** Returns the form in which a document is shown. */
export const sourceFormOf = (name: string): SourceForm => {
  const format = findFormatByName(name);
  return (format === null ? undefined : forms[format]) ?? 'TEXT';
};

/** Returns whether the page shows the file itself rather than the text that was read from it. */
export const isShownAsFile = ({ name, size }: { name: string; size: number }): boolean => {
  const form = sourceFormOf(name);
  return form === 'PDF' || (form === 'MARKDOWN' && size <= mostMarkdownBytes);
};

/** Returns the content type for the bytes: one that no browser executes. */
export const fileTypeOf = (name: string): string =>
  extensionOf(name) === 'pdf' ? 'application/pdf' : 'text/plain; charset=utf-8';
