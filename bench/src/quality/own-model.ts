import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { type BuiltinModel, builtinModels } from '@atelier/models/builtin';
import { eventually } from '../../../e2e/src/eventually.ts';
import type { TestBed } from '../test-bed.ts';

const names = ['model.onnx', 'tokenizer.json'] as const;

/** The model that a folder of weights is taken for where no other is named. */
export const usualModelId = 'all-minilm-l6-v2';

/** Returns the embedding model of the server with this name. Throws where there is none. */
export const namedModel = (modelId: string): BuiltinModel => {
  const model = builtinModels.find(({ id }) => id === modelId);
  if (!model)
    throw new Error(`There is no model ${modelId}: ${builtinModels.map(({ id }) => id).join(', ')}.`);
  return model;
};

/** The weights of the server's embedding model on loopback, as a mirror offers them. */
export interface WeightsMirror {
  /** The environment in which the product takes them. */
  env: Record<string, string>;
  close(): Promise<void>;
}

/** Offers the files `model.onnx` and `tokenizer.json` of a folder as those of a model. They need not be the files that the product downloads. */
export const offerWeights = async (folder: string, modelId = usualModelId): Promise<WeightsMirror> => {
  const files = await Promise.all(
    names.map(async (name) => {
      const content = await readFile(join(folder, name));
      const sha256 = createHash('sha256').update(content).digest('hex');
      return { name, path: name, bytes: content.length, sha256 };
    }),
  );
  const model: BuiltinModel = { ...namedModel(modelId), files };
  const work = await mkdtemp(join(tmpdir(), 'atelier-quality-'));
  const modelsFile = join(work, 'models.json');
  await writeFile(modelsFile, JSON.stringify([model]));
  const server = createServer(({ url = '' }, response) => {
    createReadStream(join(folder, basename(url))).pipe(response);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    env: {
      EMBEDDING_MODELS: modelId,
      EMBEDDING_MODELS_FILE: modelsFile,
      EMBEDDING_WEIGHTS_FROM: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => void server.close(resolve));
      await rm(work, { recursive: true, force: true });
    },
  };
};

/** Waits until the product has the weights. */
export const awaitWeights = ({ client }: TestBed): Promise<boolean> =>
  eventually(
    async () => {
      const { models } = await client.get<{ models: { modelId: string }[] }>(
        '/api/tenant/models?type=EMBEDDING',
      );
      return models.some(({ modelId: id }) => id.startsWith('prv_operator_builtin/'));
    },
    { within: 120_000, every: 500, what: 'The weights of the embedding model' },
  );
