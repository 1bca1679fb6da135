import { fastify } from 'fastify';
import { readSettings } from '../child.ts';
import { createRandom } from '../corpus.ts';

/**
 * A server with OpenAI's protocol that returns made-up vectors at almost no cost, so that the search is measured and not a
 * model.
 */
export interface VectorServer {
  dims: number;
}

const { dims } = readSettings<VectorServer>();

/** Returns the same vector for the same text. */
const vectorOf = (text: string): number[] => {
  let seed = 7;
  for (let at = 0; at < text.length; at += 1) seed = (Math.imul(seed, 31) + text.charCodeAt(at)) | 0;
  const random = createRandom(seed);
  return Array.from({ length: dims }, () => random() - 0.5);
};

const app = fastify({ bodyLimit: 32 * 1024 * 1024 });
app.post<{ Body: { input: string | string[]; model: string } }>('/v1/embeddings', ({ body }, reply) => {
  const texts = typeof body.input === 'string' ? [body.input] : body.input;
  const data = texts.map((text, index) => ({ object: 'embedding', index, embedding: vectorOf(text) }));
  void reply.send({
    object: 'list',
    model: body.model,
    data,
    usage: { prompt_tokens: 0, total_tokens: 0 },
  });
});
process.stdout.write(`${await app.listen({ port: 0, host: '127.0.0.1' })}\n`);
process.once('SIGTERM', () => process.exit(0));
