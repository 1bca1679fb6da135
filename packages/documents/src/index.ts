export { Block, blockSeparator, joinBlocks, type Unread } from './block.ts';
export { type Chunk, type Chunker, type ChunkerOptions, createChunker } from './chunker.ts';
export { countTokens } from './count-tokens.ts';
export {
  DocumentError,
  type DocumentErrorCode,
  documentErrorCodes,
  documentErrors,
  needsAnotherFile,
} from './document-error.ts';
export {
  describeExtension,
  extensionOf,
  type Format,
  findFormatByName,
  recordingExtensions,
  supportedExtensions,
} from './formats.ts';
export {
  createParserPool,
  findParserConfinement,
  type ParserPool,
  type ParserPoolOptions,
} from './parser-pool.ts';
export type { ParserJob } from './parser-process.ts';
export { createPreprocessor, type PreprocessOptions, type Preprocessor } from './preprocess.ts';
export type { Confinement } from './sandbox/confinement.ts';
export type { StrategyName } from './strategy.ts';
export type { DocumentNote, ImageHandling } from './wire.ts';
