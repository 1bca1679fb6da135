import { createHash } from 'node:crypto';
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

const toCacheKey = ({ tenantId, providers, modelId }: VectorOwner, text: string): string =>
  [tenantId, providers, modelId, createHash('sha256').update(text).digest('base64')].join(' ');

const measureEntry = (vector: Float32Array): number => vector.byteLength + entryBytes;

/**
 * The vectors of the most recent questions, so that a repeated question is neither sent nor paid for again. Tenants never share an entry.
 */
export class QuestionVectors {
  readonly #vectors = new Map<string, Float32Array>();
  readonly #mostBytes: number;
  #bytes = 0;

  constructor(bytes: number = mostBytes) {
    this.#mostBytes = bytes;
  }

  find(owner: VectorOwner, text: string): Float32Array | undefined {
    const key = toCacheKey(owner, text);
    const vector = this.#vectors.get(key);
    if (!vector) return undefined;
    this.#vectors.delete(key);
    this.#vectors.set(key, vector);
    return vector;
  }

  keep(owner: VectorOwner, text: string, vector: Float32Array): void {
    const key = toCacheKey(owner, text);
    this.#drop(key);
    this.#vectors.set(key, vector);
    this.#bytes += measureEntry(vector);
    for (const oldest of this.#vectors.keys()) {
      if (this.#bytes <= this.#mostBytes) return;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    const vector = this.#vectors.get(key);
    if (vector && this.#vectors.delete(key)) this.#bytes -= measureEntry(vector);
  }
}

export const questionVectors = defineService({
  name: 'knowledge.question-vectors',
  create: () => new QuestionVectors(),
});
