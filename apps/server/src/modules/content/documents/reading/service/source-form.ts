import type { SourceForm } from '@atelier/contracts/assistants/chat/chat';
import { type Format, findFormatByName, parseExtension } from '@atelier/documents';

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

/** The recordings that browsers play, with their content types. Of the others the text is shown. */
const played: Record<string, string> = {
  mp3: 'audio/mpeg',
  mpga: 'audio/mpeg',
  wav: 'audio/wav',
  m4a: 'audio/mp4',
  aac: 'audio/aac',
  ogg: 'audio/ogg',
  oga: 'audio/ogg',
  opus: 'audio/ogg',
  flac: 'audio/flac',
  webm: 'video/webm',
  mp4: 'video/mp4',
  mov: 'video/mp4',
  ogv: 'video/ogg',
};

const findMediaForm = (name: string): SourceForm | undefined => {
  const type = played[parseExtension(name)];
  if (type === undefined) return undefined;
  return type.startsWith('video/') ? 'FILM' : 'SOUND';
};

/**
 * A larger Markdown document is shown as the text around the cited position, so that the browser need not render all of it.
 */
const mostMarkdownBytes = 1024 * 1024;

/** Returns the form in which a document is shown. */
export const detectSourceForm = (name: string): SourceForm => {
  const format = findFormatByName(name);
  return (format === null ? undefined : forms[format]) ?? findMediaForm(name) ?? 'TEXT';
};

/** Returns whether the page shows the file itself rather than the text that was read from it. */
export const isShownAsFile = ({ name, size }: { name: string; size: number }): boolean => {
  const form = detectSourceForm(name);
  if (form === 'MARKDOWN') return size <= mostMarkdownBytes;
  return form === 'PDF' || form === 'SOUND' || form === 'FILM';
};

/** Returns the content type for the bytes: one that no browser executes. */
export const detectFileType = (name: string): string => {
  const extension = parseExtension(name);
  return extension === 'pdf' ? 'application/pdf' : (played[extension] ?? 'text/plain; charset=utf-8');
};
