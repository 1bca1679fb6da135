import { readFileSync } from 'node:fs';
import { mkdir, open, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { readJson } from '@atelier/contracts/kernel/parse-json';
import { BuiltinModel, builtinModels, sumFileBytes } from '@atelier/models/builtin';
import { z } from 'zod';
import { readErrorCode } from '../../../../kernel/base/error-code.ts';
import type { Config } from '../../../../kernel/config/config.ts';
import { defineService, type ServiceContainer, type Services } from '../../../../kernel/services/services.ts';
import { fetchModel, inspectFiles, listFileNames, type Weights, wrongFiles } from './model-folder.ts';

const beatMs = 5_000;
const staleMs = 30_000;
const waitMs = 1_000;

/** Creates the lock file. Returns false when another process holds it; one that has not been touched for a while is left over. */
const take = async (path: string): Promise<boolean> => {
  try {
    await (await open(path, 'wx')).close();
    return true;
  } catch (error) {
    if (readErrorCode(error) !== 'EEXIST') throw error;
    const touched = await stat(path).catch(() => undefined);
    if (touched && Date.now() - touched.mtimeMs > staleMs) await rm(path, { force: true });
    return false;
  }
};

/** Works in a folder that several processes on this machine may write. Waits for the process that works in it. */
const withFolderLock = async <T>(folder: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> => {
  const path = join(folder, '.lock');
  while (!(await take(path))) await setTimeout(waitMs, undefined, { signal });
  const beat = setInterval(() => void utimes(path, new Date(), new Date()).catch(() => undefined), beatMs);
  try {
    return await work();
  } finally {
    clearInterval(beat);
    await rm(path, { force: true });
  }
};

const readOwn = (path: string | undefined): BuiltinModel[] =>
  path === undefined
    ? []
    : z
        .array(BuiltinModel)
        .max(20)
        .parse(readJson(readFileSync(path, 'utf8')));

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

const minuteMs = 60_000;
/** The pauses after a failed download, of which the last repeats. */
const pausesMs = [1, 5, 15, 60, 360].map((minutes) => minutes * minuteMs);

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
      files: [],
    }));
    this.#looked = this.look();
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

  /** Looks into the folders of the models that cannot be used yet and are not being downloaded. */
  async look(): Promise<void> {
    const waiting = this.all.filter(({ state }) => state === 'MISSING' || state === 'FAILED');
    for (const weights of waiting) await this.#inspect(weights);
  }

  /** Looks into the folder of a model. Returns true when its files are there. */
  async #inspect(weights: Weights): Promise<boolean> {
    weights.files = await inspectFiles(weights.folder, weights.model);
    if (weights.files.every((state) => state === 'READY')) {
      Object.assign(weights, { state: 'READY', bytes: sumFileBytes(weights.model), reason: undefined });
      return true;
    }
    const reason = wrongFiles(weights);
    Object.assign(weights, { state: reason === undefined ? 'MISSING' : 'FAILED', reason });
    return false;
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
    const from = this.#services.config.models.weightsFrom;
    if ((await this.#inspect(weights)) || from === undefined) return;
    try {
      await this.#download(weights, from);
      await this.#inspect(weights);
      this.#services.log.info({ model: weights.model.id }, 'the weights of an embedding model are here');
    } catch (error) {
      const why = error instanceof Error ? `The download failed: ${error.message}` : 'The download failed.';
      if (await this.#inspect(weights)) return;
      const reason = [weights.reason, why].filter((each) => each !== undefined).join(' ');
      Object.assign(weights, { state: 'FAILED', reason });
      if (!this.#ending.signal.aborted) this.#complain(weights, error);
    }
  }

  async #download(weights: Weights, from: string): Promise<void> {
    const { model, folder } = weights;
    const { outbound, config } = this.#services;
    const { signal } = this.#ending;
    weights.state = 'DOWNLOADING';
    await mkdir(folder, { recursive: true });
    const onProgress = (bytes: number) => {
      weights.bytes = bytes;
    };
    const { weightsProxy } = config.models;
    const client = weightsProxy === undefined ? outbound : outbound.through(weightsProxy);
    const fetching = { outbound: client.permitting(from), from, signal, onProgress };
    await withFolderLock(folder, signal, () => fetchModel(folder, model, fetching));
  }

  #complain(weights: Weights, error: unknown): void {
    const missing = listFileNames(weights, (state) => state !== 'READY');
    this.#services.log.warn(
      { model: weights.model.id, folder: weights.folder, missing, err: error },
      'the weights of an embedding model could not be downloaded; knowledge is found by words until its files are in the folder',
    );
  }
}

export const builtinWeights = defineService<BuiltinWeights>({
  name: 'models.builtin-weights',
  create: (services) => new BuiltinWeights(services),
  close: (weights) => weights.close(),
});

const listMissing = (weights: Weights): string[] => listFileNames(weights, (state) => state !== 'READY');

/** Says for the greeting of the start how knowledge is found, and what is missing where it is found by words only. */
export const howFound = async (
  container: ServiceContainer,
  { models }: Config,
): Promise<readonly [string, ...string[]]> => {
  const weights = container.use(builtinWeights);
  const ready = await weights.ready();
  const { openai, weightsFrom } = models;
  // A provider brings its own embedding model.
  const found = openai || ready.length > 0 ? 'by meaning and by words' : 'by words only';
  const absent = weights.all.filter((each) => listMissing(each).length > 0);
  if (absent.length === 0) return ['Search', found];
  const labels = absent.map(({ model }) => model.label).join(' and ');
  const downloaded = weightsFrom ? `, and they are downloaded now from ${new URL(weightsFrom).host}` : '';
  return [
    'Search',
    `${found}; the weights of ${labels} are missing${downloaded}`,
    ...absent.map((each) => `Without a network: put ${listMissing(each).join(' and ')} into ${each.folder}`),
  ];
};
