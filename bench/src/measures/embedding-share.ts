import { KeepAliveClient, requestBytes } from '../load/keep-alive-client.ts';
import type { Measurement } from '../measurement.ts';
import { median } from '../statistics.ts';

const questions = 40;

interface Asked {
  /** The address of the server that embeds, and of the product. */
  server: string;
  origin: string;
  /** Makes the request of a retrieval test. */
  requestOf: (query: string) => Buffer;
  nextQuestion: () => string;
  /** Returns, and forgets, the milliseconds that the embedding server took for each call. */
  spent: () => Promise<number[]>;
}

interface Reply {
  responseData: { timings: { embedMs: number } };
}

/** Subtracts what the embedding server took, so that the share of the product and of the way to the server is left. */
const without = (times: readonly number[], spent: readonly number[]): number[] => {
  if (spent.length !== times.length) throw new Error('Not every question was embedded once.');
  return times.map((time, at) => time - (spent[at] ?? 0));
};

/** Measures how long a retrieval test takes until it has the vector of its question, next to a bare call of the same server. */
export const measureEmbeddingShare = async (
  chunks: number,
  { server, origin, requestOf, nextQuestion, spent }: Asked,
): Promise<Measurement> => {
  const product = await KeepAliveClient.open(origin);
  const embedder = await KeepAliveClient.open(server);
  try {
    await spent();
    const ours: number[] = [];
    for (let asked = 0; asked < questions; asked += 1) {
      const reply = await product.send(requestOf(nextQuestion()));
      ours.push((JSON.parse(reply) as Reply).responseData.timings.embedMs);
    }
    const spentForOurs = await spent();
    const bare: number[] = [];
    for (let asked = 0; asked < questions; asked += 1) {
      const body = { model: 'made-up-vectors', input: [nextQuestion()] };
      const startedAt = performance.now();
      await embedder.send(requestBytes('POST', '/v1/embeddings', { body }));
      bare.push(performance.now() - startedAt);
    }
    return {
      name: `retrieval.hybrid.${chunks}.embedding`,
      what: `the part of this until the vector of the question is there, beside the embedding server’s own time, ${chunks.toLocaleString('en')} chunks, p50`,
      unit: 'ms',
      better: 'lower',
      ours: median(without(ours, spentForOurs)),
      limit: median(without(bare, await spent())),
      limitIs: 'a bare call of the same embedding server over HTTP',
      distance: 'the transaction that reads the knowledge base and holds the credits, and its commit',
    };
  } finally {
    product.close();
    embedder.close();
  }
};
