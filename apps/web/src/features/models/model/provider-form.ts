import { NewProvider, type Provider, type ProviderType } from '@atelier/contracts/models';
import type { z } from 'zod';

export type ProviderValues = z.input<typeof NewProvider>;

const settingOf = (settings: Record<string, string>, name: string): string => (settings[name] ?? '').trim();

/** What the server keeps of a secret is never sent anywhere but to the address that it was given for. */
const keepsSecrets = (provider: Provider | undefined, values: Pick<ProviderValues, 'kind' | 'settings'>) =>
  provider !== undefined &&
  provider.kind === values.kind &&
  settingOf(provider.settings, 'baseUrl') === settingOf(values.settings, 'baseUrl');

/** Whether an empty secret field means "as it is". */
export const isSecretKept = (
  provider: Provider | undefined,
  values: Pick<ProviderValues, 'kind' | 'settings'>,
  name: string,
): boolean => keepsSecrets(provider, values) && (provider?.secretsSet.includes(name) ?? false);

/** The contract's body with what its kind asks for: required settings, and at least one model. */
export const providerSchema = (types: readonly ProviderType[], provider?: Provider) =>
  NewProvider.superRefine((values, check) => {
    const fields = types.find((type) => type.kind === values.kind)?.fields ?? [];
    for (const field of fields) {
      const isMissing = field.required && settingOf(values.settings, field.name) === '';
      if (!isMissing || (field.secret && isSecretKept(provider, values, field.name))) continue;
      check.addIssue({
        code: 'custom',
        path: ['settings', field.name],
        message: `Please fill in “${field.label}”`,
      });
    }
    if (values.chatModels.length + values.embeddingModels.length > 0) return;
    check.addIssue({
      code: 'custom',
      path: ['chatModels'],
      message: 'Please choose at least one model. Test lists what the provider has.',
    });
  });

/** What is sent: blank settings are left out, and so are those of another kind. */
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
  };
};

/** The form as it opens. A secret is never filled in: the server does not give it back. */
export const providerDefaults = (types: readonly ProviderType[], provider?: Provider): ProviderValues => {
  if (!provider) return newProvider(types);
  const { kind, name, settings, chatModels, embeddingModels } = provider;
  return { kind, name, settings: { ...blankSettings(types), ...settings }, chatModels, embeddingModels };
};

const embeddingName = /embed|bge|minilm|\be5\b|gte-/i;

/** A provider's list of models, by what their names say they are for. */
export const sortModels = (models: readonly string[]): { chat: string[]; embedding: string[] } => ({
  chat: models.filter((model) => !embeddingName.test(model)),
  embedding: models.filter((model) => embeddingName.test(model)),
});
