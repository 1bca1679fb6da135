import { DocumentError, type DocumentErrorCode } from './document-error.ts';

/** Error codes of officeparser and error names of pdfjs-dist that say more than "damaged". */
const known: Record<string, DocumentErrorCode> = {
  PasswordException: 'documents.encrypted',
  PASSWORD_REQUIRED: 'documents.encrypted',
  PASSWORD_INCORRECT: 'documents.encrypted',
  DOCUMENT_DECRYPTION_FAILED: 'documents.encrypted',
  ZIP_ENTRY_COUNT_LIMIT_EXCEEDED: 'documents.archive_bomb',
  ZIP_SIZE_LIMIT_EXCEEDED: 'documents.archive_bomb',
  ZIP_ENTRY_INVALID_SIZE: 'documents.archive_bomb',
  XML_ELEMENT_LIMIT_EXCEEDED: 'documents.too_large',
  MAX_NESTING_DEPTH_EXCEEDED: 'documents.too_deep',
};

/** Converts any error of a parsing library to a DocumentError. */
export function toDocumentError(error: unknown): DocumentError {
  if (error instanceof DocumentError) return error;
  if (!(error instanceof Error)) return new DocumentError('documents.corrupt', String(error));
  const detail = `${error.name}: ${error.message}`.slice(0, 500);
  const code = known[readOfficeIssue(error)] ?? known[error.name];
  if (code !== undefined) return new DocumentError(code, detail);
  if (error instanceof RangeError) return new DocumentError(causeOfRange(error.message), detail);
  if (/password|encrypted/i.test(error.message)) return new DocumentError('documents.encrypted', detail);
  return new DocumentError('documents.corrupt', detail);
}

function causeOfRange(message: string): DocumentErrorCode {
  if (/call stack/i.test(message)) return 'documents.too_deep';
  if (/string length|array length|allocation/i.test(message)) return 'documents.too_large';
  return 'documents.corrupt';
}

/** Returns officeparser's error code. */
function readOfficeIssue(error: Error): string {
  if (!('officeIssue' in error)) return '';
  const issue = error.officeIssue;
  return typeof issue === 'object' && issue !== null && 'code' in issue ? String(issue.code) : '';
}
