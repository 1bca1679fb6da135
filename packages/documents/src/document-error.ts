import { describeUnreadable } from './format/unreadable-types.ts';

/** All errors of documents, with messages that tell users what to do. */
export const documentErrors = {
  'documents.empty': 'This file is empty. Please upload a file with content.',
  'documents.encrypted':
    'This file is protected with a password. Please remove the password and upload it again.',
  'documents.corrupt':
    'This file is damaged or incomplete. Please open it in the program that made it, save it again and upload the new copy.',
  'documents.unsupported':
    'Files of this type cannot be read. Please save it in a supported type, such as PDF.',
  'documents.mislabelled':
    'The content of this file does not match its name and is of a type that cannot be read. Please upload the original document.',
  'documents.archive_bomb':
    'This file unpacks to far more data than a document needs, so it was not opened. Please save it again from its program.',
  'documents.too_deep':
    'The content of this file is nested too deeply to be read safely. Please simplify it or save it in another type.',
  'documents.too_large': 'This file is too large. Please split it into smaller files.',
  'documents.deadline':
    'Reading this file took too long, so it was stopped. Please split it into smaller files and try again.',
  'documents.out_of_memory':
    'Reading this file needs more memory than is allowed. Please split it into smaller files.',
  'documents.parser_crashed':
    'Reading this file ended unexpectedly. Please try again; if it fails again, save the file in another type.',
  'documents.no_text':
    'No text was found in this file, nor in those of its pictures that could be read. If it is a scan, please scan it again, sharper and upright.',
  'documents.nothing_said':
    'The model heard nothing in this recording that could be written down. Please check that it has sound.',
  'documents.picture_too_large':
    'This picture has too many pixels to be read. Please make it smaller, or split it.',
} as const;

export type DocumentErrorCode = keyof typeof documentErrors;

export const documentErrorCodes: readonly DocumentErrorCode[] = listCodes(documentErrors);

/** Errors that are caused by the file itself, so that retries cannot help. */
const inTheFile: ReadonlySet<string> = new Set<DocumentErrorCode>([
  'documents.empty',
  'documents.encrypted',
  'documents.corrupt',
  'documents.unsupported',
  'documents.mislabelled',
  'documents.archive_bomb',
  'documents.too_deep',
  'documents.too_large',
  'documents.picture_too_large',
]);

/** Returns true when only another file helps, not other settings, another model or a retry. */
export const needsAnotherFile = (code: string): boolean => inTheFile.has(code);

/** Returns the message of an error. The detail of an unknown type begins with its extension, which the message names. */
const describe = (code: DocumentErrorCode, detail: string): string => {
  const extension = code === 'documents.unsupported' ? /^\.([^\s,.]{1,12}), /.exec(detail)?.[1] : undefined;
  return extension === undefined ? documentErrors[code] : describeUnreadable(extension);
};

/** A document could not be read. `message` is for users, `detail` only for the log. */
export class DocumentError extends Error {
  readonly code: DocumentErrorCode;
  readonly detail: string;

  constructor(code: DocumentErrorCode, detail = '') {
    super(describe(code, detail));
    this.name = 'DocumentError';
    this.code = code;
    this.detail = detail;
  }
}

function listCodes<Code extends string>(table: Record<Code, string>): Code[] {
  return Object.keys(table) as Code[];
}
