import { z } from 'zod';
import { defineContract } from '../kernel/contract.ts';
import { changedMeanwhile, edited, Revision } from '../kernel/revisions.ts';
import { Abilities, Done, lookupId, requiredText, tenantQuery } from '../kernel/shapes.ts';
import { ModelType } from './models.ts';

/** `<providerId>/<the provider's name for the model>`, as one encoded segment of a path. */
const ModelId = z.string().min(1).max(310);

/** The settings of one model. Null means that the caller of the model, or its provider, decides. */
export const ModelProperties = z.object({
  /** The name in lists; null shows the provider's name. */
  label: requiredText(150, 'Please enter a name').nullable().default(null),
  /** Used where an app, agent or step chooses no temperature of its own. */
  temperature: z.number().min(0).max(2).nullable().default(null),
  /** The most tokens of one reply, whoever asks. */
  maxOutputTokens: z.number().int().min(1).max(1_000_000).nullable().default(null),
});
export type ModelProperties = z.infer<typeof ModelProperties>;

/** One property in the form of a type of models. */
export const ModelProperty = z.object({
  name: ModelProperties.keyof(),
  label: z.string(),
  help: z.string(),
  kind: z.enum(['TEXT', 'NUMBER']),
  min: z.number().nullable(),
  max: z.number().nullable(),
  default: z.union([z.string(), z.number()]).nullable(),
});
export type ModelProperty = z.infer<typeof ModelProperty>;

/** A model with its properties: owned by the tenant, whose provider it belongs to, or offered by a provider of the server. */
export const CatalogueModel = z.object({
  modelId: z.string(),
  revision: Revision,
  /** The provider's name for the model. */
  model: z.string(),
  label: z.string(),
  type: ModelType,
  owner: z.enum(['TENANT', 'PROVIDER']),
  providerId: z.string(),
  provider: z.string(),
  /** The kind of the provider: `openai`, `ollama`, … */
  kind: z.string(),
  properties: ModelProperties,
  isDefault: z.boolean(),
  /** Input and output together; null where it is not known. */
  contextTokens: z.number().nullable(),
  /** Credits for a million tokens. `isAssumed` where the list has no price for the model. */
  price: z.object({ input: z.number(), output: z.number(), isAssumed: z.boolean() }),
  abilities: Abilities,
});
export type CatalogueModel = z.infer<typeof CatalogueModel>;

export const ModelInput = z.object({
  ...tenantQuery,
  type: ModelType,
  properties: ModelProperties.prefault({}),
  /** Makes it the default of its type. */
  isDefault: z.boolean().default(false),
});

const RemoveModel = {
  access: { allow: 'models:write' },
  params: z.object({ id: ModelId }),
  query: z.object({ ...tenantQuery, type: ModelType.optional() }),
  body: z.object(tenantQuery).default({}),
  reply: Done,
} as const;

const byType = {
  access: { allow: 'models:read' },
  params: z.object({ type: ModelType }),
  query: z.object(tenantQuery),
} as const;

/** The models of a tenant one by one, as the requirements name the calls (MODEL-01 to MODEL-13). */
export const modelCatalogue = defineContract({
  name: 'modelCatalogue',
  alsoFails: ['models.provider_managed', 'models.provider_not_found'],
  errors: {
    'models.model_changed_meanwhile': changedMeanwhile('this model'),
    'models.model_not_found': {
      kind: 'not_found',
      message: 'This model does not exist. Please choose one of the list.',
    },
    'models.exists': {
      kind: 'conflict',
      message: 'This provider already has the model in its list for this task. Please change that one.',
    },
    'models.too_many': {
      kind: 'conflict',
      message: 'A provider lists at most 50 models for a task. Please delete one first.',
    },
    'models.property_unknown': {
      kind: 'invalid',
      message: 'Models of this type do not have this property. Please leave it out.',
    },
  },
  endpoints: {
    get: {
      method: 'GET',
      path: '/api/tenant/models/:id',
      summary: 'Read a model with its properties',
      access: { allow: 'models:read' },
      params: z.object({ id: ModelId }),
      query: z.object({ ...tenantQuery, type: ModelType.optional() }),
      reply: CatalogueModel,
    },
    create: {
      method: 'POST',
      path: '/api/tenant/models/:id',
      summary: 'Add a model to a provider of the company',
      access: { allow: 'models:write' },
      params: z.object({ id: ModelId }),
      body: ModelInput,
      reply: CatalogueModel,
    },
    update: {
      method: 'PUT',
      path: '/api/tenant/models/:id',
      summary: 'Change the properties of a model, or make it the default of its type',
      access: { allow: 'models:write' },
      params: z.object({ id: ModelId }),
      body: ModelInput.extend(edited),
      reply: CatalogueModel,
    },
    remove: {
      method: 'DELETE',
      path: '/api/tenant/models/:id',
      summary: 'Delete a model from the list of its provider; of one type, or of all',
      ...RemoveModel,
    },
    removeFromContent: {
      method: 'DELETE',
      path: '/api/content/model/:id',
      summary: 'Delete a model, under the address of the content service',
      ...RemoveModel,
    },
    properties: {
      method: 'GET',
      path: '/api/tenant/models/:type/properties',
      summary: 'Read the properties that models of a type have, with their defaults',
      ...byType,
      reply: z.object({ type: ModelType, properties: z.array(ModelProperty) }),
    },
    standard: {
      method: 'GET',
      path: '/api/tenant/models/:type/default',
      summary: 'Read the default model of a type; null where there is none',
      ...byType,
      reply: z.object({ type: ModelType, model: CatalogueModel.nullable() }),
    },
    owned: {
      method: 'GET',
      path: '/api/tenant/models/owned',
      summary: 'List the models that the company owns',
      access: { allow: 'models:read' },
      query: z.object({ ...tenantQuery, type: ModelType.optional() }),
      reply: z.object({ models: z.array(CatalogueModel) }),
    },
    byProvider: {
      method: 'GET',
      path: '/api/tenant/models/by-provider',
      summary: 'List the models of every provider, or of one',
      access: { allow: 'models:read' },
      query: z.object({ ...tenantQuery, providerId: lookupId.optional(), type: ModelType.optional() }),
      reply: z.object({
        providers: z.array(
          z.object({
            providerId: z.string(),
            name: z.string(),
            kind: z.string(),
            owner: CatalogueModel.shape.owner,
            models: z.array(CatalogueModel),
          }),
        ),
      }),
    },
  },
});
