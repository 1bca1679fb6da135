import type { Duplex } from 'node:stream';
import type { Field, FieldValues } from '@atelier/contracts/fields/fields';

/** The network functions that the server provides. Both refuse addresses inside the operator's network. */
export interface VectorStoreIo {
  fetch: (
    input: string | URL,
    init?: RequestInit & { maxBytes?: number; timeoutMs?: number },
  ) => Promise<Response>;
  connect: (host: string, port: number, options?: { tls?: boolean }) => Promise<Duplex>;
}

/** A chunk's vector and the document that it belongs to. */
export interface VectorPoint {
  id: string;
  documentId: string;
  vector: Float32Array;
}

/** Identifies a point. */
export type PointName = Pick<VectorPoint, 'id' | 'documentId'>;

/** Asks for the points nearest to `vector`, of all documents or of the given ones. */
export interface VectorQuery {
  vector: Float32Array;
  topK: number;
  documentIds?: readonly string[];
  signal?: AbortSignal;
}

/** A hit; `score` is 0 to 1, (1 + cosine) / 2 as in the embedded store. */
export interface VectorHit {
  id: string;
  score: number;
}

/**
 * One server or account that stores vectors. A collection holds one index version. The database holds everything in it, so that a
 * lost collection can be rebuilt. Writing a point twice replaces it. Every failure is a VectorStoreError.
 */
export interface VectorStore {
  /** Tests address and secrets, and returns a message for the user. */
  test(signal: AbortSignal): Promise<string>;
  /** Creates the collection if it does not exist. Throws when it exists with another size of vectors. */
  prepare(collection: string, dims: number): Promise<void>;
  upsert(collection: string, points: readonly VectorPoint[]): Promise<void>;
  search(collection: string, query: VectorQuery): Promise<VectorHit[]>;
  /** Removes the points of documents, if there are any. */
  removeDocuments(collection: string, documentIds: readonly string[]): Promise<void>;
  /** Removes single points, if they exist. */
  removePoints(collection: string, points: readonly PointName[]): Promise<void>;
  /** Deletes the collection, if it exists. */
  drop(collection: string): Promise<void>;
  close(): Promise<void>;
}

/** A kind of vector store, with the form of its connection. */
export interface VectorStoreKind {
  /** The value in the API, for example QDRANT. */
  kind: string;
  title: string;
  description: string;
  help: readonly string[];
  fields: readonly Field[];
  /** Fields that say where the secrets are sent. After a change of one of them the secrets have to be typed again. */
  addressFields: readonly string[];
  open(values: FieldValues, io: VectorStoreIo): VectorStore;
}
