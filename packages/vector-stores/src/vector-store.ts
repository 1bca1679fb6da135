import type { Duplex } from 'node:stream';
import type { Field, FieldValues } from '@atelier/contracts/fields/fields';

/** The ways out that the server lends. Both refuse addresses inside the operator's network. */
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

/** Which point is meant. */
export type PointName = Pick<VectorPoint, 'id' | 'documentId'>;

/** What is nearest to `vector`, of all documents or of those that are named. */
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
 * One server or account that keeps vectors. Every failure is a VectorStoreError. A collection holds one index version. Everything in it can be written again from
 * our database, so that losing it loses nothing. Writing the same point twice leaves one.
 */
export interface VectorStore {
  /** Tries address and secrets, and says in a sentence what it found. */
  test(signal: AbortSignal): Promise<string>;
  /** Makes the collection unless it is there; one with vectors of another size is refused. */
  prepare(collection: string, dims: number): Promise<void>;
  upsert(collection: string, points: readonly VectorPoint[]): Promise<void>;
  search(collection: string, query: VectorQuery): Promise<VectorHit[]>;
  /** Removes the points of documents; nothing happens where there are none. */
  removeDocuments(collection: string, documentIds: readonly string[]): Promise<void>;
  /** Removes single points; nothing happens where there are none. */
  removePoints(collection: string, points: readonly PointName[]): Promise<void>;
  /** Deletes the collection; nothing happens when it is not there. */
  drop(collection: string): Promise<void>;
  close(): Promise<void>;
}

/** A kind of vector store that a connection can be made to. */
export interface VectorStoreKind {
  /** The value in the API, for example QDRANT. */
  kind: string;
  title: string;
  description: string;
  help: readonly string[];
  fields: readonly Field[];
  /** Fields that say where the secrets are sent: whoever changes one types the secrets again. */
  addressFields: readonly string[];
  open(values: FieldValues, io: VectorStoreIo): VectorStore;
}
