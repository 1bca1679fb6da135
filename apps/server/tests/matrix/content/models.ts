import { modelCatalogue } from '@atelier/contracts/content/model-catalogue';
import { models } from '@atelier/contracts/content/models';
import { matrixOf } from '../matrix.ts';

const provider = { kind: 'openai', name: 'Taken over', settings: { apiKey: 'sk-theirs' } };

export const modelsMatrix = matrixOf(models, {
  types: { plain: 'the forms are the same for everybody' },
  list: { plain: 'it lists the own models' },
  setDefault: {
    naming: ({ providerId }) => ({ body: { type: 'CHAT', modelId: `${providerId}/gpt` } }),
    refusal: [400],
  },
  builtin: { plain: 'the models of the server are the same for everybody' },
  downloadBuiltin: {
    plain: 'it names nothing, and asks for the proof of whoever runs the server',
    refusesItself: ['models.weights_operator_only'],
  },
  listProviders: { plain: 'it lists the own providers' },
  createProvider: { plain: 'it names nothing' },
  updateProvider: { naming: ({ providerId }) => ({ params: { id: providerId }, body: provider }) },
  removeProvider: { naming: ({ providerId }) => ({ params: { id: providerId } }) },
  testProvider: {
    // The key of the provider is not available to other tenants, so the settings lack one.
    naming: ({ providerId }) => ({ body: { kind: 'openai', settings: {}, providerId } }),
    refusal: [400],
  },
  listAddresses: { plain: 'it lists the own addresses' },
  allowAddress: {
    plain: 'it names a host, and asks for the proof of whoever runs the server',
    parts: { body: { address: '127.0.0.1:11434' } },
    refusesItself: ['models.operator_only'],
  },
  removeAddress: { naming: ({ modelAddressId }) => ({ params: { id: modelAddressId } }) },
});

const theirModel = ({ providerId }: { providerId: string }) => ({
  params: { id: `${providerId}/gpt` },
  body: { type: 'CHAT' },
});
const ofAType = { plain: 'it names a type of models', parts: { params: { type: 'CHAT' } } };

export const modelCatalogueMatrix = matrixOf(modelCatalogue, {
  get: { naming: ({ providerId }) => ({ params: { id: `${providerId}/gpt` } }) },
  create: { naming: theirModel },
  update: { naming: theirModel },
  remove: { naming: ({ providerId }) => ({ params: { id: `${providerId}/gpt` } }) },
  removeFromContent: { naming: ({ providerId }) => ({ params: { id: `${providerId}/gpt` } }) },
  properties: ofAType,
  standard: ofAType,
  owned: { plain: 'it lists the own models' },
  byProvider: { plain: 'it lists the own providers' },
});
