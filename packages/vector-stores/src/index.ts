export type { VectorStore, VectorStoreIo, VectorStoreKind } from './vector-store.ts';
