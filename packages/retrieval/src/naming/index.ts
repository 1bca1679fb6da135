export {
  type DocumentNames,
  documentNames,
  embeddedTextOf,
  lexicalDocumentOf,
  type NamedChunk,
} from './document-names.ts';
export { beginningLength, titleOf } from './names-of-document.ts';
