export { Block, blockSeparator, joinBlocks, type Unread } from './block.ts';
export { type Chunk, type Chunker, type ChunkerOptions, createChunker } from './chunking/chunker.ts';
export { countTokens } from './chunking/count-tokens.ts';
export { createPreprocessor, type PreprocessOptions, type Preprocessor } from './chunking/preprocess.ts';
export type { StrategyName } from './chunking/strategy.ts';
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
} from './format/formats.ts';
export {
  createParserPool,
  findParserConfinement,
  type ParserPool,
  type ParserPoolOptions,
} from './process/parser-pool.ts';
export type { ParserJob } from './process/parser-process.ts';
export type { DocumentNote, ImageHandling } from './process/wire.ts';
export type { Confinement } from './sandbox/confinement.ts';
