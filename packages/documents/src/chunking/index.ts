export { type Chunk, type Chunker, type ChunkerOptions, createChunker } from './chunker.ts';
export { countTokens } from './count-tokens.ts';
export { createPreprocessor, type PreprocessOptions, type Preprocessor } from './preprocess.ts';
export { type StrategyName } from './strategy.ts';
