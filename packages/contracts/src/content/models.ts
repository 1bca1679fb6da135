import { z } from 'zod';
import { defineContract } from '../kernel/contract.ts';
import { edited, Revision } from '../kernel/revisions.ts';
import { Abilities, Done, lookupId, requiredText, Timestamp, tenantQuery } from '../kernel/shapes.ts';
import { modelErrors } from './model-errors.ts';

export const ProviderKind = z.enum([
  'openai',
  'azure',
  'anthropic',
  'google',
  'mistral',
  'bedrock',
  'groq',
  'ollama',
  'openai-compatible',
]);

/** Prefix of the ids of providers that the operator has configured; ids of a tenant's own providers never begin with it. */
const operatorProvider = 'prv_operator_';

/** Returns true for the id of a provider, or of a provider's model, that the operator has configured. */
export const isOperatorModel = (modelId: string): boolean => modelId.startsWith(operatorProvider);

/** One field of a provider's form. Secrets can be written but are never sent back. */
export const ProviderField = z.object({
  name: z.string(),
  label: z.string(),
  help: z.string(),
  secret: z.boolean(),
  required: z.boolean(),
  example: z.string(),
  /** The values to choose from; without them, the field takes any text. The first one counts when the field is empty. */
  choices: z.array(z.object({ value: z.string(), label: z.string() })).optional(),
});
export const ProviderType = z.object({
  kind: ProviderKind,
  label: z.string(),
  description: z.string(),
  fields: z.array(ProviderField),
});
export type ProviderType = z.infer<typeof ProviderType>;

const ModelNames = z.array(z.string().min(1).max(200)).max(50).default([]);

export const NewProvider = z.object({
  kind: ProviderKind,
  name: requiredText(100, 'Please enter a name'),
  settings: z.record(z.string().max(100), z.string().max(4000)),
  chatModels: ModelNames,
  embeddingModels: ModelNames,
  transcriptionModels: ModelNames,
  /** Chat models that accept pictures. */
  visionModels: ModelNames,
  rerankModels: ModelNames,
});
export const Provider = z.object({
  providerId: z.string(),
  revision: Revision,
  kind: ProviderKind,
  name: z.string(),
  /** Settings without secrets; of a secret only whether it is set is sent. */
  settings: z.record(z.string(), z.string()),
  secretsSet: z.array(z.string()),
  chatModels: z.array(z.string()),
  embeddingModels: z.array(z.string()),
  transcriptionModels: z.array(z.string()),
  visionModels: z.array(z.string()),
  rerankModels: z.array(z.string()),
  /** True for providers that the operator has configured: tenants can use but not change them. */
  managed: z.boolean(),
  createdAt: Timestamp.nullable(),
  abilities: Abilities,
});
export type Provider = z.infer<typeof Provider>;

const isHostWithPort = (text: string): boolean => {
  if (!URL.canParse(`http://${text}`)) return false;
  const { hostname, port } = new URL(`http://${text}`);
  return `${hostname}:${port || '80'}` === text;
};

/** A host with its port, for example `127.0.0.1:11434` or `[::1]:8000`. */
const HostWithPort = z
  .string()
  .max(300)
  .refine(isHostWithPort, 'Please enter a host with its port, for example 127.0.0.1:11434.');

/** An address in the operator's network that the tenant's model providers may use. Nothing else in that network may be reached. */
export const ModelAddress = z.object({ addressId: z.string(), address: z.string(), allowedAt: Timestamp });
export type ModelAddress = z.infer<typeof ModelAddress>;

/** The task of a model: answer, embed, transcribe recordings, describe pictures, or rerank chunks. */
export const ModelType = z.enum(['CHAT', 'EMBEDDING', 'TRANSCRIPTION', 'VISION', 'RERANK']);
export type ModelType = z.infer<typeof ModelType>;

/** A model that apps can choose. `modelId` is `<providerId>/<model>` or `atelier/extractive`. */
export const Model = z.object({
  modelId: z.string(),
  label: z.string(),
  provider: z.string(),
  type: ModelType,
  isDefault: z.boolean(),
  extractive: z.boolean(),
});
export type Model = z.infer<typeof Model>;

/** The provider of the embedding models that the server runs itself. Its models cost nothing. */
export const builtinProviderId = 'prv_operator_builtin';

export const isBuiltinModel = (modelId: string): boolean => modelId.startsWith(`${builtinProviderId}/`);

/** An embedding model that the server runs itself. `READY` once its weights are on the disk and have been checked. */
export const BuiltinEmbedding = z.object({
  modelId: z.string(),
  label: z.string(),
  languages: z.string(),
  licence: z.string(),
  state: z.enum(['MISSING', 'DOWNLOADING', 'READY', 'FAILED']),
  /** The bytes that have arrived, and those that the model has. */
  bytes: z.number(),
  totalBytes: z.number(),
  /** Why the weights cannot be used, the folder for the files, and the files themselves; for the operator alone. */
  reason: z.string().nullable(),
  folder: z.string().nullable(),
  files: z.array(
    z.object({
      name: z.string(),
      bytes: z.number(),
      sha256: z.string(),
      /** The address at which the file can be downloaded on another computer. */
      address: z.string(),
      /** `WRONG`: a file with this name is there, and its size or its checksum is another. */
      state: z.enum(['READY', 'MISSING', 'WRONG']),
    }),
  ),
});
export type BuiltinEmbedding = z.infer<typeof BuiltinEmbedding>;

const BuiltinEmbeddings = z.object({
  models: z.array(BuiltinEmbedding),
  /** The caller may download the weights now. */
  canDownload: z.boolean(),
});
export type BuiltinEmbeddings = z.infer<typeof BuiltinEmbeddings>;

export const models = defineContract({
  name: 'models',
  errors: modelErrors,
  endpoints: {
    types: {
      method: 'GET',
      path: '/api/tenant/model-providers/types',
      summary: 'List the kinds of providers and their forms',
      access: { allow: 'models:read' },
      reply: z.object({ types: z.array(ProviderType) }),
    },
    list: {
      method: 'GET',
      path: '/api/tenant/models',
      summary: 'List the models that can be chosen',
      access: { allow: 'models:read' },
      query: z.object({ ...tenantQuery, type: ModelType.optional() }),
      reply: z.object({ models: z.array(Model) }),
    },
    setDefault: {
      method: 'PUT',
      path: '/api/tenant/models/default',
      summary: 'Choose the default model of a type',
      access: { allow: 'models:write' },
      body: z.object({ type: ModelType, modelId: z.string().max(200) }),
      reply: Done,
    },
    builtin: {
      method: 'GET',
      path: '/api/tenant/models/built-in',
      summary: 'List the embedding models that the server runs itself, with the state of their weights',
      access: { allow: 'models:read' },
      reply: BuiltinEmbeddings,
    },
    downloadBuiltin: {
      method: 'POST',
      path: '/api/tenant/models/built-in/download',
      summary: 'Look for the weights again, and download those that are missing; for the operator',
      access: { allow: 'models:write' },
      reply: BuiltinEmbeddings,
    },
    listProviders: {
      method: 'GET',
      path: '/api/tenant/model-providers',
      summary: 'List the providers of the company',
      access: { allow: 'models:read' },
      reply: z.object({ providers: z.array(Provider) }),
    },
    createProvider: {
      method: 'POST',
      path: '/api/tenant/model-providers',
      summary: 'Add a provider',
      access: { allow: 'models:write' },
      body: NewProvider,
      reply: Provider,
    },
    updateProvider: {
      method: 'PUT',
      path: '/api/tenant/model-providers/:id',
      summary: 'Change a provider; secrets that are left out keep their stored values',
      access: { allow: 'models:write' },
      params: z.object({ id: lookupId }),
      body: NewProvider.extend(edited),
      reply: Provider,
    },
    removeProvider: {
      method: 'DELETE',
      path: '/api/tenant/model-providers/:id',
      summary: 'Delete a provider and its key',
      access: { allow: 'models:write' },
      params: z.object({ id: lookupId }),
      reply: Done,
    },
    testProvider: {
      method: 'POST',
      path: '/api/tenant/model-providers/test',
      summary: 'Test a provider before or after it is saved',
      unaudited: 'it changes nothing',
      access: { allow: 'models:write' },
      rate: 'auth',
      body: NewProvider.omit({ name: true }).extend({ providerId: lookupId.optional() }),
      reply: z.object({
        ok: z.boolean(),
        message: z.string(),
        models: z.array(z.string()),
        latencyMs: z.number(),
        /** The provider's address, for example `127.0.0.1:11434`, when it only has to be allowed and the caller has the permission to do so. */
        mayAllow: z.string().nullable(),
      }),
    },
    listAddresses: {
      method: 'GET',
      path: '/api/tenant/model-addresses',
      summary: "List the addresses of the server's network at which model providers may be reached",
      access: { allow: 'models:write' },
      reply: z.object({ addresses: z.array(ModelAddress) }),
    },
    allowAddress: {
      method: 'POST',
      path: '/api/tenant/model-addresses',
      summary: "Allow model providers at an address of the server's network; only for the operator",
      access: { allow: 'models:write' },
      body: z.object({ address: HostWithPort }),
      reply: ModelAddress,
    },
    removeAddress: {
      method: 'DELETE',
      path: '/api/tenant/model-addresses/:id',
      summary: "Withdraw the permission for an address of the server's network",
      access: { allow: 'models:write' },
      params: z.object({ id: lookupId }),
      reply: Done,
    },
  },
});
