import type { TablePart } from '@atelier/retrieval/tables';
import type { NewChunk, NewSection } from './tables.ts';

/** The properties of a document that its source reports besides the content. */
export interface DocumentFacts {
  externalId: string;
  name: string;
  url: string | null;
  metadata: Record<string, string>;
}

/**
 * The outcome for one document. `same` means that the content was unchanged; the new bytes of such a document, and of a
 * duplicate, are not needed.
 */
export type AddedDocument =
  | { kind: 'added' | 'changed' | 'same'; importId: string }
  | { kind: 'duplicate'; of: { id: string; name: string; sha256: string } };

/** A file that belongs to no knowledge base, as it was read and cut. */
export interface LooseText {
  sections: readonly NewSection[];
  chunks: readonly NewChunk[];
  characters: number;
}

/** A CSV or Excel document with its text. */
export interface TableDocument {
  importId: string;
  name: string;
  parts: TablePart[];
}
