export { BaseChunkPreview, FilesChunkPreview } from './chunk-preview.tsx';
export { ChunkingFields } from './chunking-fields.tsx';
export {
  cleaningInWords,
  sizesInWords,
  strategyInWords,
  strategyWords,
  wholeChunking,
} from './model/chunking-words.ts';
export { wordLanguageFor, wordLanguageLabels } from './model/word-languages.ts';
export { choicesOfFiles, type PreviewChoice } from './preview-choices.ts';
export { WordLanguageField } from './word-language-field.tsx';
