import type { ModelProperties, ModelProperty } from '@atelier/contracts/content/model-catalogue';
import type { ModelType } from '@atelier/contracts/content/models';
import { fail } from '../../../kernel/base/errors.ts';

const label: ModelProperty = {
  name: 'label',
  label: 'Name in lists',
  help: 'Shown wherever a model is chosen, instead of the name that the provider uses.',
  kind: 'TEXT',
  min: null,
  max: 150,
  default: null,
};
const temperature: ModelProperty = {
  name: 'temperature',
  label: 'Temperature',
  help: 'Used where an app, agent or step chooses none. Low values keep to the most probable words.',
  kind: 'NUMBER',
  min: 0,
  max: 2,
  default: null,
};
const maxOutputTokens: ModelProperty = {
  name: 'maxOutputTokens',
  label: 'Longest reply, in tokens',
  help: 'No reply of this model becomes longer, whoever asks for it.',
  kind: 'NUMBER',
  min: 1,
  max: 1_000_000,
  default: null,
};

const writing = [label, temperature, maxOutputTokens];

/** The properties that models of each type have. */
export const propertiesOfType: Record<ModelType, readonly ModelProperty[]> = {
  CHAT: writing,
  VISION: writing,
  EMBEDDING: [label],
  TRANSCRIPTION: [label],
  RERANK: [label],
};

export const noProperties: ModelProperties = { label: null, temperature: null, maxOutputTokens: null };

/** Refuses values for properties that models of this type do not have. Throws `models.property_unknown`. */
export const checkProperties = (type: ModelType, properties: ModelProperties): void => {
  const names = propertiesOfType[type].map(({ name }) => name);
  const foreign = Object.entries(properties).find(
    ([name, value]) => value !== null && !names.some((known) => known === name),
  );
  if (foreign) fail('models.property_unknown', { property: foreign[0], type });
};

/** The list of a provider in which the models of each type stand. */
export const listOfType = {
  CHAT: 'chatModels',
  EMBEDDING: 'embeddingModels',
  TRANSCRIPTION: 'transcriptionModels',
  VISION: 'visionModels',
  RERANK: 'rerankModels',
} as const satisfies Record<ModelType, string>;

/** The key of a model among the stored properties of its provider. */
export const propertyKey = (type: ModelType, model: string): string => `${type}/${model}`;
