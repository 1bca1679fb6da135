import type { Encoded } from '@atelier/models/builtin';
import type { Encoder, EncoderModel } from '@atelier/models/builtin/encoder';
import type { EmbeddingPurpose } from '@atelier/models/embedding';
import { defineComputation } from '../../../kernel/compute/computation.ts';

export interface EmbeddingOrder {
  /** The folder of the model's files, which have been checked. */
  folder: string;
  model: EncoderModel;
  texts: readonly string[];
  purpose: EmbeddingPurpose;
}

const open = async ({ folder, model }: EmbeddingOrder): Promise<Encoder> => {
  const { Encoder } = await import('@atelier/models/builtin/encoder');
  return Encoder.open(folder, model);
};

/** Returns a function that embeds, and keeps the models open that it has used. */
const createEmbed = () => {
  const opened = new Map<string, Promise<Encoder>>();
  return async (order: EmbeddingOrder): Promise<Encoded> => {
    const encoder = opened.get(order.folder) ?? open(order);
    opened.set(order.folder, encoder);
    try {
      return await (await encoder).embed(order.texts, order.purpose);
    } catch (error) {
      opened.delete(order.folder);
      throw error;
    }
  };
};

/** The vectors of a few texts by a model that this server runs itself. The first one opens the model, which takes about a second. */
export const embedding = defineComputation({
  name: 'models.embedding',
  deadlineMs: 120_000,
  isNative: true,
  compute: createEmbed(),
});
