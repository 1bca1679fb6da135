import type { OutputLogItem } from '@atelier/contracts/assistants/workers/record-shapes';
import { copyText } from '../../ui/content/copy-text.ts';
import { downloadPdf } from '../pdf/download-pdf.ts';
import { logFailure } from '../server/log-failure.ts';

/** The types of files that can be downloaded or shown (RECORD-17). */
const types = {
  pdf: 'application/pdf',
  csv: 'text/csv',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  txt: 'text/plain',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  json: 'application/json',
  ppt: 'application/vnd.ms-powerpoint',
  png: 'image/png',
  doc: 'application/msword',
  xls: 'application/vnd.ms-excel',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
} as const;

const typeByEnding: ReadonlyMap<string, string> = new Map(Object.entries(types));

const toFileExtension = (name: string): string => /\.([^./\\]+)$/.exec(name.trim())?.[1]?.toLowerCase() ?? '';

/** Returns the type of a file that can be downloaded or shown; undefined for every other one (RECORD-17, RECORD-18). */
export const typeOfFile = (name: string): string | undefined => typeByEnding.get(toFileExtension(name));

/** The most characters of the name of an input file that are shown. */
const longestName = 45;

/** Shortens the name of an input file to 45 characters (RECORD-19). */
export const shortFileName = (name: string): string => Array.from(name).slice(0, longestName).join('');

const save = (content: Blob, name: string): void => {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
};

const isBlank = (text: string): boolean => text.trim() === '';

/** Saves an output as Markdown (RECORD-10). One without content is not saved (RECORD-12, RECORD-13). */
export const saveOutput = (text: string, name = 'output.md'): void => {
  if (isBlank(text)) return logFailure('No output available to download', name);
  save(new Blob([text], { type: 'text/markdown' }), name);
};

/** Copies an output. Problems are only logged (RECORD-12, RECORD-14, RECORD-15). */
export const copyOutput = async (text: string): Promise<boolean> => {
  if (isBlank(text)) {
    logFailure('No content available to copy', 'The output is empty.');
    return false;
  }
  const isCopied = await copyText(text);
  if (!isCopied) logFailure('Failed to copy the content', 'The browser refused.');
  return isCopied;
};

/** Saves an output log as a PDF with the title and the id of each item. */
export const saveOutputLog = async (items: readonly OutputLogItem[], name?: string): Promise<void> => {
  if (items.every(({ text }) => isBlank(text)))
    return logFailure('No output available to download', 'The output log is empty.');
  await downloadPdf(
    items.map(({ doc_id: id, text, extra_info: { title } }) => ({ id, text, title })),
    name,
  );
};

/** Returns the address of a file of this server or of the web; undefined for anything else. */
const parseFileUrl = (url: string): URL | undefined => {
  if (isBlank(url) || !URL.canParse(url, window.location.origin)) return undefined;
  const address = new URL(url, window.location.origin);
  return ['http:', 'https:', 'blob:'].includes(address.protocol) ? address : undefined;
};

/** True for files that are downloaded as text. */
export const isSavedAsText = (name: string): boolean => ['txt', 'md'].includes(toFileExtension(name));

/** Downloads text and Markdown as text, and opens every other file in a new tab (RECORD-11, RECORD-16). */
export const openFile = async ({ name, url }: { name: string; url: string }): Promise<void> => {
  const address = parseFileUrl(url);
  if (!address) return logFailure('Invalid URL provided', url);
  if (!isSavedAsText(name)) {
    window.open(address, '_blank', 'noopener');
    return;
  }
  try {
    const response = await fetch(address, { credentials: 'same-origin' });
    if (!response.ok) throw new Error(`The file could not be read: ${response.status}`);
    save(new Blob([await response.text()], { type: typeOfFile(name) ?? types.txt }), name);
  } catch (error) {
    logFailure('The file could not be downloaded', error);
  }
};
