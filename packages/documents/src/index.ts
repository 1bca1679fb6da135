export { Block, blockSeparator, joinBlocks, type Unread } from './block.ts';
export {
  DocumentError,
  type DocumentErrorCode,
  documentErrorCodes,
  documentErrors,
  needsAnotherFile,
} from './document-error.ts';
export {
  type Format,
  findFormatByName,
  parseExtension,
  recordingExtensions,
  supportedExtensions,
} from './format/formats.ts';
export { Mail, type MailAddress, mailLimits } from './mail/mail.ts';
export { type ParsedSource, parseSource } from './mail/parsed-source.ts';
export { escapeMarkdown } from './parsers/markdown-marks.ts';
