import { NewProvider, type Provider, type ProviderType } from '@atelier/contracts/content/models';
import { leadsElsewhere } from '@atelier/contracts/fields/secret-destination';
import type { z } from 'zod';

export type ProviderValues = z.input<typeof NewProvider>;

const findType = (types: readonly ProviderType[], kind: string) => types.find((type) => type.kind === kind);

const settingOf = (settings: Record<string, string>, name: string): string => (settings[name] ?? '').trim();

/**
 * Returns false when the address has changed: the server never sends a stored secret to another address than the one it was
 * entered for.
 */
const keepsSecrets = (
  type: ProviderType | undefined,
  provider: Provider | undefined,
  values: Pick<ProviderValues, 'kind' | 'settings'>,
) => {
  const open = (type?.fields ?? [])
    .filter(({ secret, choices }) => !secret && !choices)
    .map(({ name }) => name);
  return provider?.kind === values.kind && !leadsElsewhere(open, values.settings, provider.settings);
};

/** Returns true when an empty secret field means that the stored secret stays. */
export const isSecretKept = (
  types: readonly ProviderType[],
  provider: Provider | undefined,
  values: Pick<ProviderValues, 'kind' | 'settings'>,
  name: string,
): boolean =>
  keepsSecrets(findType(types, values.kind), provider, values) &&
  (provider?.secretsSet.includes(name) ?? false);

/** The purposes of a provider's models, each with a list of names. */
export const modelLists = [
  'chatModels',
  'embeddingModels',
  'transcriptionModels',
  'visionModels',
  'rerankModels',
] as const;

/** The contract's body with the rules of its kind: the required settings, and at least one model. */
export const providerSchema = (types: readonly ProviderType[], provider?: Provider) =>
  NewProvider.superRefine((values, check) => {
    const fields = types.find((type) => type.kind === values.kind)?.fields ?? [];
    for (const field of fields) {
      const isMissing = field.required && settingOf(values.settings, field.name) === '';
      if (!isMissing || (field.secret && isSecretKept(types, provider, values, field.name))) continue;
      check.addIssue({
        code: 'custom',
        path: ['settings', field.name],
        message: `Please fill in “${field.label}”`,
      });
    }
    if (modelLists.some((list) => values[list].length > 0)) return;
    check.addIssue({
      code: 'custom',
      path: ['chatModels'],
      message: 'Please choose at least one model. Test lists what the provider has.',
    });
  });

/** The body of the request, without blank settings and without those of another kind. */
export const providerBody = <V extends Pick<ProviderValues, 'kind' | 'settings'>>(
  types: readonly ProviderType[],
  values: V,
): V => {
  const names = new Set(types.find((type) => type.kind === values.kind)?.fields.map((field) => field.name));
  const settings = Object.fromEntries(
    Object.entries(values.settings).filter(([name, value]) => names.has(name) && value.trim() !== ''),
  );
  return { ...values, settings };
};

const blankSettings = (types: readonly ProviderType[]): Record<string, string> =>
  Object.fromEntries(types.flatMap((type) => type.fields.map((field) => [field.name, ''] as const)));

const newProvider = (types: readonly ProviderType[]): ProviderValues => {
  const [first] = types;
  return {
    kind: first?.kind ?? 'openai',
    name: first?.label ?? '',
    settings: blankSettings(types),
    chatModels: [],
    embeddingModels: [],
    transcriptionModels: [],
    visionModels: [],
    rerankModels: [],
  };
};

/** The initial values of the form. A secret is never filled in, because the server does not return it. */
export const providerDefaults = (types: readonly ProviderType[], provider?: Provider): ProviderValues => {
  if (!provider) return newProvider(types);
  const { kind, name, settings, chatModels, embeddingModels, transcriptionModels, visionModels } = provider;
  const lists = { chatModels, embeddingModels, transcriptionModels, visionModels };
  const { rerankModels } = provider;
  return { kind, name, settings: { ...blankSettings(types), ...settings }, ...lists, rerankModels };
};

const embeddingName = /embed|bge|minilm|\be5\b|gte-/i;

const transcriptionName = /whisper|transcribe|voxtral|parakeet/i;

type Purpose = 'rerank' | 'embedding' | 'transcription' | 'chat';

/** Rerankers are tested first, because one often has the name of its embedding model. */
const guessPurpose = (model: string): Purpose => {
  if (/rerank/i.test(model)) return 'rerank';
  if (embeddingName.test(model)) return 'embedding';
  return transcriptionName.test(model) ? 'transcription' : 'chat';
};

/** Sorts a provider's models by the purpose that their names suggest. */
export const sortModels = (models: readonly string[]): Record<Purpose, string[]> => {
  const of = (purpose: Purpose) => models.filter((model) => guessPurpose(model) === purpose);
  return {
    chat: of('chat'),
    embedding: of('embedding'),
    transcription: of('transcription'),
    rerank: of('rerank'),
  };
};
