import type { RunContext } from '../../../../kernel/runs/index.ts';
import { defineService } from '../../../../kernel/services/services.ts';
import { embedTexts } from '../../models/index.ts';
import { batchSize } from './embed-chunks.ts';

/** The maximum number of simultaneous calls for one knowledge base. Documents that are read meanwhile share the next call. */
const callsAtOnce = 2;

interface Embedded {
  importId: string;
  knowledgeBaseId: string;
  modelId: string;
  texts: readonly string[];
}

interface Order extends Embedded {
  run: RunContext;
  resolve: (vectors: Float32Array[]) => void;
  reject: (error: unknown) => void;
}

const referenceOf = ([first, ...others]: readonly Order[]): string =>
  others.length === 0 ? `import ${first?.importId}` : `imports ${first?.knowledgeBaseId}`;

/** Aborts when all of the runs are to stop. */
const signalOf = (orders: readonly Order[]): AbortSignal => {
  const controller = new AbortController();
  for (const { run } of orders)
    run.signal.addEventListener(
      'abort',
      () => orders.every((order) => order.run.signal.aborted) && controller.abort(run.signal.reason),
      { once: true, signal: controller.signal },
    );
  return controller.signal;
};

/** Embeds documents with one call. If it fails, each is embedded by itself, so that only the responsible one fails. */
const embedAll = async (orders: readonly Order[]): Promise<void> => {
  const [first] = orders;
  if (!first) return;
  const { run, modelId, knowledgeBaseId } = first;
  try {
    const { vectors } = await embedTexts(run.ctx, {
      modelId,
      texts: orders.flatMap(({ texts }) => texts),
      reference: referenceOf(orders),
      knowledgeBaseId,
      signal: signalOf(orders),
    });
    let from = 0;
    for (const { texts, resolve } of orders) {
      resolve(vectors.slice(from, from + texts.length));
      from += texts.length;
    }
  } catch (error) {
    if (orders.length === 1) first.reject(error);
    else for (const order of orders) await embedAll([order]);
  }
};

/** The small documents that wait for the embedding model of a knowledge base. */
class Embedding {
  readonly #waiting: Order[] = [];
  #calls = 0;

  get isIdle(): boolean {
    return this.#calls === 0 && this.#waiting.length === 0;
  }

  add(order: Order): void {
    this.#waiting.push(order);
  }

  /** Makes calls until no text is waiting. While a call is in progress, another one is made only if there are enough texts to fill it. */
  async work(): Promise<void> {
    while (this.#waiting.length > 0 && this.#calls < this.#allowedCalls()) await this.#call();
  }

  #allowedCalls(): number {
    return this.#countTexts() < batchSize ? 1 : callsAtOnce;
  }

  async #call(): Promise<void> {
    this.#calls += 1;
    try {
      // Documents that were read in the same turn of the event loop share a call.
      await new Promise((resolve) => setImmediate(resolve));
      await embedAll(this.#take());
    } finally {
      this.#calls -= 1;
    }
  }

  #countTexts(): number {
    return this.#waiting.reduce((sum, { texts }) => sum + texts.length, 0);
  }

  #take(): Order[] {
    const going = this.#waiting.filter(({ run }) => !run.signal.aborted);
    for (const { run, reject } of this.#waiting) if (run.signal.aborted) reject(run.signal.reason);
    let texts = 0;
    const taken = going.filter((order, at) => {
      texts += order.texts.length;
      return at === 0 || texts <= batchSize;
    });
    this.#waiting.splice(0, this.#waiting.length, ...going.filter((order) => !taken.includes(order)));
    return taken;
  }
}

const embeddings = defineService({
  name: 'knowledge.embeddings',
  create: () => new Map<string, Embedding>(),
});

/**
 * Returns the vectors of a small document's texts, in order. Documents of one knowledge base that wait at the same time share
 * calls of up to 64 texts, each with one hold. Throws what `embedTexts` throws.
 */
export const embedTogether = (run: RunContext, document: Embedded): Promise<Float32Array[]> => {
  if (document.texts.length === 0) return Promise.resolve([]);
  const all = run.ctx.use(embeddings);
  const key = `${run.ctx.tenantId} ${document.knowledgeBaseId} ${document.modelId}`;
  const embedding = all.get(key) ?? new Embedding();
  all.set(key, embedding);
  return new Promise((resolve, reject) => {
    embedding.add({ ...document, run, resolve, reject });
    void embedding.work().finally(() => {
      if (embedding.isIdle) all.delete(key);
    });
  });
};
