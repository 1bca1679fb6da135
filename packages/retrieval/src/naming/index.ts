export {
  type DocumentNames,
  documentNames,
  type NamedChunk,
  toEmbeddedText,
  toLexicalDocument,
} from './document-names.ts';
export { beginningLength, toTitle } from './names-of-document.ts';
