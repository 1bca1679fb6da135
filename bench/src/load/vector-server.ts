import { fastify } from 'fastify';
import { readSettings } from '../child.ts';
import { madeUpVector } from './made-up-vector.ts';

/**
 * A server with OpenAI's protocol that returns made-up vectors at almost no cost, so that the search is measured and not a
 * model. `GET /spent` returns, and forgets, the milliseconds that it took for each call.
 */
export interface VectorServer {
  dims: number;
}

const { dims } = readSettings<VectorServer>();
let spent: number[] = [];

const app = fastify({ bodyLimit: 32 * 1024 * 1024 });
app.post<{ Body: { input: string | string[]; model: string } }>('/v1/embeddings', ({ body }, reply) => {
  const texts = typeof body.input === 'string' ? [body.input] : body.input;
  const data = texts.map((text, index) => ({
    object: 'embedding',
    index,
    embedding: madeUpVector(text, dims),
  }));
  void reply.send({
    object: 'list',
    model: body.model,
    data,
    usage: { prompt_tokens: 0, total_tokens: 0 },
  });
});
app.addHook('onResponse', async ({ url }, { elapsedTime }) => {
  if (url !== '/spent') spent.push(elapsedTime);
});
app.get('/spent', () => {
  const all = spent;
  spent = [];
  return all;
});
process.stdout.write(`${await app.listen({ port: 0, host: '127.0.0.1' })}\n`);
process.once('SIGTERM', () => process.exit(0));
