import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseMeasures } from '@atelier/contracts/kernel/parse-measures';
import { Tokenizer } from '@huggingface/tokenizers';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import type { EmbeddingPurpose } from '../embedding-purpose.ts';
import type { BuiltinModel } from './builtin-models.ts';

/** The part of a model that computing needs. */
export type EncoderModel = Pick<BuiltinModel, 'dimensions' | 'mostTokens' | 'prefixes'>;

export interface Encoded {
  /** The vectors one after another, each normalised to length 1. */
  vectors: Float32Array;
  /** The tokens that were computed, prefixes and marks of the beginning and the end included. */
  tokens: number;
}

/** No text has more parts; a chunk has a few at most. */
const mostParts = 64;

interface Parts {
  tokenizer: Tokenizer;
  session: InferenceSession;
  model: EncoderModel;
}

/**
 * Returns the token ids of a text, in parts that the model can read. Each part begins with the prefix, so that each is a text of its own for
 * the model, and nothing of the text is left out.
 */
const splitTokens = ({ tokenizer, model }: Parts, text: string, purpose: EmbeddingPurpose): number[][] => {
  const prefix = model.prefixes[purpose];
  const { ids } = tokenizer.encode(prefix + text);
  if (ids.length <= model.mostTokens) return [ids];
  // The last token of the prefix alone may be a space, which is part of the first word where a text follows.
  const alone = tokenizer.encode(prefix, { add_special_tokens: false }).ids;
  const differs = alone.findIndex((id, at) => id !== ids[at + 1]);
  const opening = ids.slice(0, 1 + (differs < 0 ? alone.length : differs));
  const closing = ids.at(-1) ?? 0;
  const body = ids.slice(opening.length, -1);
  const room = model.mostTokens - opening.length - 1;
  const parts: number[][] = [];
  for (let at = 0; at < body.length && parts.length < mostParts; at += room)
    parts.push([...opening, ...body.slice(at, at + room), closing]);
  return parts;
};

/** Adds the sum of the vectors of all tokens of a part to `sum`. */
const addPart = async ({ session, model }: Parts, ids: readonly number[], sum: Float32Array) => {
  const shape = [1, ids.length];
  const ones = new BigInt64Array(ids.length).fill(1n);
  const given: Record<string, Tensor> = {
    input_ids: new Tensor('int64', BigInt64Array.from(ids, BigInt), shape),
    attention_mask: new Tensor('int64', ones, shape),
    token_type_ids: new Tensor('int64', new BigInt64Array(ids.length), shape),
  };
  const named = Object.fromEntries(session.inputNames.map((name) => [name, given[name]]));
  const [output = ''] = session.outputNames;
  const hidden = (await session.run(named as Record<string, Tensor>))[output];
  const values = hidden?.data;
  if (!(values instanceof Float32Array) || values.length !== ids.length * model.dimensions)
    throw new Error(`The model gives vectors of another shape than ${model.dimensions} numbers a token.`);
  for (let at = 0; at < values.length; at += 1)
    sum[at % model.dimensions] = (sum[at % model.dimensions] ?? 0) + (values[at] ?? 0);
};

const normalise = (vector: Float32Array): void => {
  const length = Math.hypot(...vector) || 1;
  for (let at = 0; at < vector.length; at += 1) vector[at] = (vector[at] ?? 0) / length;
};

/** An embedding model in the memory of this process. It computes one text after another, because padding costs more than a batch gains. */
export class Encoder {
  readonly #parts: Parts;

  private constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Reads the files of a model from its folder. Throws where one is missing or is no model. */
  static async open(folder: string, model: EncoderModel): Promise<Encoder> {
    const tokenizer = parseMeasures(await readFile(join(folder, 'tokenizer.json'), 'utf8')) as object;
    const session = await InferenceSession.create(join(folder, 'model.onnx'), {
      intraOpNumThreads: 1,
      interOpNumThreads: 1,
      // Both keep memory for the longest text that was ever computed.
      enableCpuMemArena: false,
      enableMemPattern: false,
      logSeverityLevel: 3,
    });
    return new Encoder({ tokenizer: new Tokenizer(tokenizer, {}), session, model });
  }

  async embed(texts: readonly string[], purpose: EmbeddingPurpose): Promise<Encoded> {
    const { dimensions } = this.#parts.model;
    const vectors = new Float32Array(texts.length * dimensions);
    let tokens = 0;
    for (const [at, text] of texts.entries()) {
      const sum = vectors.subarray(at * dimensions, (at + 1) * dimensions);
      for (const ids of splitTokens(this.#parts, text, purpose)) {
        await addPart(this.#parts, ids, sum);
        tokens += ids.length;
      }
      normalise(sum);
    }
    return { vectors, tokens };
  }
}
