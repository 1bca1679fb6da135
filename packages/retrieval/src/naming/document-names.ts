import type { LexicalDocument } from '../lexical/index.ts';
import { namesOfDocument, toTitle } from './names-of-document.ts';

/** The names of a document that its chunks have. */
export interface DocumentNames {
  title: string;
  /** The names for the lexical index, the same for all chunks, so that the order of the chunks within the document does not change. */
  names: string;
}

/** `beginning` has the first `beginningLength` characters of the text of the document. */
export const documentNames = ({ name, beginning }: { name: string; beginning: string }): DocumentNames => ({
  title: toTitle(name),
  names: namesOfDocument({ name, beginning }),
});

/** The part of a chunk that is indexed. */
export interface NamedChunk {
  id: string;
  text: string;
  heading: string | null;
}

/** Returns a chunk as the lexical index takes it, with the names of its document, if there are any. */
export const toLexicalDocument = (
  { id, text, heading }: NamedChunk,
  document: DocumentNames | null,
): LexicalDocument => ({
  id,
  text,
  ...(heading === null ? {} : { heading }),
  ...(document && { document: document.names }),
});

/** Returns the text of a chunk that is embedded: under the title of its document, if one is given, and under its headings. */
export const toEmbeddedText = (
  { heading, text }: Pick<NamedChunk, 'heading' | 'text'>,
  title: string | null,
): string => [title, heading, text].filter((part) => part).join('\n\n');
