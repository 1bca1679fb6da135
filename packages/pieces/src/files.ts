import type { JsonValue } from '@atelier/contracts/fields/field-values';
import type { FieldValues } from '@atelier/contracts/fields/fields';
import { type FileValue, isFile } from '@atelier/contracts/fields/file-value';
import { decodeText } from '@atelier/documents/encoding';
import { longestText } from './limits.ts';
import { PieceError } from './piece.ts';
import type { PieceFiles } from './platform.ts';
import { refuse } from './refuse.ts';
import { readJsonField } from './values.ts';

export { nameOfDownload } from './name-of-download.ts';
export { isReadAsText } from './read-as-text.ts';
export { type FileValue, isFile, type PieceFiles };

const megabyte = 1024 * 1024;
/** The largest file that a step reads or writes. Larger ones can only be passed on. */
export const mostFileBytes = 20 * megabyte;
/** The most files that one step takes or makes. */
export const mostFiles = 100;

const types: Readonly<Record<string, string>> = {
  txt: 'text/plain',
  md: 'text/markdown',
  csv: 'text/csv',
  html: 'text/html',
  xml: 'application/xml',
  json: 'application/json',
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  zip: 'application/zip',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
};

/** Returns the type of a file by the ending of its name. */
export const typeOfName = (name: string): string => {
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  return (Object.hasOwn(types, ending) ? types[ending] : undefined) ?? 'application/octet-stream';
};

/** Refuses bytes above the limit of one step, or of several files together. Throws PieceError `pieces.too_large`. */
export const limitBytes = (bytes: number, what = 'The file'): void => {
  if (bytes <= mostFileBytes) return;
  throw new PieceError(
    'pieces.too_large',
    `${what} has ${Math.ceil(bytes / megabyte).toLocaleString('en')} MB. A step takes ${mostFileBytes / megabyte} MB at most. Please use a smaller file.`,
  );
};

/** Returns the one file of a field. Throws PieceError `pieces.invalid_input`. */
export const readFileField = (input: FieldValues, name: string): FileValue => {
  const value = readJsonField(input, name);
  return isFile(value)
    ? value
    : refuse(
        'There is no file. Please choose the file of an earlier step, for example {{trigger.body.document}}.',
      );
};

const isNothing = (value: JsonValue): boolean => value === null || value === '';

/** Returns the files of a field that takes one or a list. Throws PieceError `pieces.invalid_input`. */
export const readFileListField = (input: FieldValues, name: string): FileValue[] => {
  const value = readJsonField(input, name);
  const list = (Array.isArray(value) ? value : [value]).filter((it) => !isNothing(it));
  if (!list.every(isFile))
    return refuse(
      'What was given is no file. Please choose files of earlier steps, for example {{trigger.body.document}}.',
    );
  return list.length <= mostFiles
    ? list
    : refuse(`A step takes ${mostFiles} files at most. Please give it fewer at a time.`);
};

/** Texts that are read as they are; every other document is read by a parser. */
const isPlain = ({ name, type }: FileValue): boolean =>
  /^text\/(?!html)|[/+](json|xml|yaml|x-ndjson)\b/.test(type) ||
  /\.(txt|md|csv|tsv|json|xml|yaml|yml|log)$/i.test(name);

/** Returns the characters of a text file. Throws PieceError. */
export const readText = async (files: PieceFiles, file: FileValue): Promise<string> => {
  // No character takes more than four bytes.
  const text =
    file.size > 4 * longestText ? undefined : decodeText(await files.read(file)).text.replaceAll('\0', '');
  if (text !== undefined && text.length <= longestText) return text;
  throw new PieceError(
    'pieces.too_large',
    `“${file.name}” has more than ${longestText.toLocaleString('en')} characters. Please split it.`,
  );
};

/** Returns what can be read in a file: its characters, or the words of a document. Throws PieceError. */
export const textOfFile = async (files: PieceFiles, file: FileValue, signal: AbortSignal): Promise<string> =>
  isPlain(file) ? readText(files, file) : (await files.extractText(file, signal)).text;
