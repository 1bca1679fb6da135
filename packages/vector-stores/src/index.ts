import { chroma } from './stores/chroma.ts';
import { elasticsearch } from './stores/elasticsearch.ts';
import { milvus } from './stores/milvus.ts';
import { pgvector } from './stores/pgvector.ts';
import { pinecone } from './stores/pinecone.ts';
import { qdrant } from './stores/qdrant.ts';
import { weaviate } from './stores/weaviate.ts';
import type { VectorStoreKind } from './vector-store.ts';

export type {
  PointName,
  VectorHit,
  VectorPoint,
  VectorStore,
  VectorStoreIo,
  VectorStoreKind,
} from './vector-store.ts';
export { VectorStoreError, type VectorStoreErrorCode } from './vector-store-error.ts';

/** All kinds of vector stores, in the order of the list that users choose from. */
export const vectorStoreKinds: readonly VectorStoreKind[] = [
  pgvector,
  qdrant,
  elasticsearch,
  chroma,
  pinecone,
  weaviate,
  milvus,
];
