import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { defineService } from '../../../kernel/services/services.ts';

/** Enough for more than a thousand questions. It limits the memory for vectors of any dimension. */
const mostBytes = 8 * 1024 * 1024;
/** The memory of an entry besides its numbers, in bytes. */
const entryBytes = 200;

/** Identifies a vector: its tenant, its model, and the stamp of the tenant's providers. */
export interface VectorOwner {
  tenantId: string;
  /** The stamp of the tenant's providers (see `questionEmbedding.readStamp`). */
  providers: string;
  modelId: string;
}

/** Returns the key of the vector of a text. */
export const toVectorKey = ({ tenantId, providers, modelId }: VectorOwner, text: string): string =>
  [tenantId, providers, modelId, createHash('sha256').update(text).digest('base64')].join(' ');

/**
 * Makes room for the vectors of the most recent questions, so that a repeated question is neither sent nor paid for again. Tenants never
 * share an entry. Takes the bytes that all of them may have.
 */
export const createQuestionVectors = (bytes = mostBytes) =>
  new LRUCache<string, Float32Array>({
    maxSize: bytes,
    sizeCalculation: (vector) => vector.byteLength + entryBytes,
  });

export type QuestionVectors = ReturnType<typeof createQuestionVectors>;

export const questionVectors = defineService({
  name: 'knowledge.question-vectors',
  create: () => createQuestionVectors(),
});
