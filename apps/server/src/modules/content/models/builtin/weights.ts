import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { BuiltinModel, builtinModels, bytesOf } from '@atelier/models/builtin';
import { z } from 'zod';
import type { Config } from '../../../../kernel/config/config.ts';
import { defineService, type Services } from '../../../../kernel/services/services.ts';
import { withFolderLock } from './folder-lock.ts';
import { fetchModel, isComplete } from './model-folder.ts';

/** What is known about the weights of one model on this server. */
export interface Weights {
  model: BuiltinModel;
  /** The folder of its files. */
  folder: string;
  state: 'MISSING' | 'DOWNLOADING' | 'READY' | 'FAILED';
  /** The bytes that are here, of those that the model has. */
  bytes: number;
  /** Why the download failed. */
  reason?: string;
}

const minuteMs = 60_000;
/** The pauses after a failed download, of which the last repeats. */
const pausesMs = [1, 5, 15, 60, 360].map((minutes) => minutes * minuteMs);

const readOwn = (path: string | undefined): BuiltinModel[] =>
  path === undefined
    ? []
    : z
        .array(BuiltinModel)
        .max(20)
        .parse(JSON.parse(readFileSync(path, 'utf8')));

/** Returns the models that the operator chose. Throws for a name that is neither ours nor in the operator's own list. */
const chosenModels = ({ embeddingModels, embeddingModelsFile }: Config['models']): BuiltinModel[] => {
  const known = [...readOwn(embeddingModelsFile), ...builtinModels];
  return embeddingModels.map((id) => {
    const model = known.find((each) => each.id === id);
    if (!model)
      throw new Error(
        `EMBEDDING_MODELS names ${id}. It can name ${known.map((each) => each.id).join(', ')}.`,
      );
    return model;
  });
};

/** The weights of the embedding models that this server runs itself, in a folder of its data. */
class BuiltinWeights {
  readonly all: readonly Weights[];
  readonly #services: Services;
  readonly #ending = new AbortController();
  readonly #looked: Promise<void>;
  #fetching: Promise<void> | undefined;

  constructor(services: Services) {
    this.#services = services;
    const folder = join(services.config.dataFolder, 'models');
    this.all = chosenModels(services.config.models).map((model) => ({
      model,
      folder: join(folder, model.id),
      state: 'MISSING',
      bytes: 0,
    }));
    this.#looked = this.#look();
  }

  /** Returns the models that can be used. Waits for nothing but the first look into their folders. */
  async ready(): Promise<readonly Weights[]> {
    await this.#looked;
    return this.all.filter(({ state }) => state === 'READY');
  }

  /** Downloads what is missing, in the background, and tries again after a failure. Asks nobody for weights that are here. */
  keepComplete(): void {
    if (this.#services.config.models.weightsFrom === undefined) return;
    void this.#repeat().catch(() => undefined);
  }

  /** Looks into the folders again, and downloads what is missing. Resolves when that has ended, well or not. */
  async fetchNow(): Promise<void> {
    this.#fetching ??= this.#fetchAll().finally(() => {
      this.#fetching = undefined;
    });
    await this.#fetching;
  }

  close(): void {
    this.#ending.abort();
  }

  async #look(): Promise<void> {
    for (const weights of this.all)
      if (await isComplete(weights.folder, weights.model)) this.#finish(weights);
  }

  #finish(weights: Weights): void {
    Object.assign(weights, { state: 'READY', bytes: bytesOf(weights.model), reason: undefined });
  }

  async #repeat(): Promise<void> {
    const { signal } = this.#ending;
    for (let failures = 0; ; failures += 1) {
      await this.fetchNow();
      if (this.all.every(({ state }) => state === 'READY')) return;
      const pause = pausesMs[Math.min(failures, pausesMs.length - 1)];
      await setTimeout(pause, undefined, { signal, ref: false });
    }
  }

  async #fetchAll(): Promise<void> {
    await this.#looked;
    for (const weights of this.all) if (weights.state !== 'READY') await this.#fetch(weights);
  }

  async #fetch(weights: Weights): Promise<void> {
    const { model, folder } = weights;
    const { outbound, config, log } = this.#services;
    const { signal } = this.#ending;
    const from = config.models.weightsFrom;
    try {
      if (await isComplete(folder, model)) return this.#finish(weights);
      if (from === undefined) return;
      weights.state = 'DOWNLOADING';
      await mkdir(folder, { recursive: true });
      const onProgress = (bytes: number) => {
        weights.bytes = bytes;
      };
      const { weightsProxy } = config.models;
      const client = weightsProxy === undefined ? outbound : outbound.through(weightsProxy);
      const fetching = { outbound: client.permitting(from), from, signal, onProgress };
      await withFolderLock(folder, signal, () => fetchModel(folder, model, fetching));
      this.#finish(weights);
      log.info({ model: model.id }, 'the weights of an embedding model are here');
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'The download failed.';
      Object.assign(weights, { state: 'FAILED', reason });
      if (!signal.aborted)
        log.warn(
          { model: model.id, err: error },
          'the weights of an embedding model could not be downloaded',
        );
    }
  }
}

export const builtinWeights = defineService<BuiltinWeights>({
  name: 'models.builtin-weights',
  create: (services) => new BuiltinWeights(services),
  close: (weights) => weights.close(),
});
