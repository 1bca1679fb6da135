import { z } from 'zod';

const secret = z.string().trim().min(1).max(4000);
const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' || value === null ? undefined : value), schema.optional());

const address = z
  .url({ protocol: /^https?$/, error: 'Enter an address that starts with http:// or https://.' })
  .max(2000)
  .transform((value) => value.replace(/(?<!\/)\/+$/, ''));

const name = z
  .string()
  .trim()
  .regex(/^[a-z0-9][a-z0-9-]{0,62}$/i, 'Use letters, digits and hyphens only.');

const version = z
  .string()
  .trim()
  .regex(/^[a-z0-9.-]{1,40}$/i, 'Enter a version such as 2024-10-21 or v1.');

/** The protocol of OpenAI in which chat models are called; chat completions unless it is said. */
const protocol = optional(z.enum(['chat-completions', 'responses']));

/** Shows or hides the summaries that reasoning models write of their thoughts over the responses; hidden by default. */
const thoughts = optional(z.enum(['hidden', 'shown']));

const OpenAI = z.object({
  kind: z.literal('openai'),
  apiKey: secret,
  baseUrl: optional(address),
  protocol,
  thoughts,
});
const Azure = z.object({
  kind: z.literal('azure'),
  apiKey: secret,
  resourceName: optional(name),
  baseUrl: optional(address),
  apiVersion: optional(version),
  protocol,
  thoughts,
});
const Anthropic = z.object({ kind: z.literal('anthropic'), apiKey: secret, baseUrl: optional(address) });
const Google = z.object({ kind: z.literal('google'), apiKey: secret, baseUrl: optional(address) });
const Mistral = z.object({ kind: z.literal('mistral'), apiKey: secret, baseUrl: optional(address) });
const Groq = z.object({ kind: z.literal('groq'), apiKey: secret, baseUrl: optional(address) });
const Ollama = z.object({ kind: z.literal('ollama'), apiKey: optional(secret), baseUrl: optional(address) });
const Compatible = z.object({
  kind: z.literal('openai-compatible'),
  apiKey: optional(secret),
  baseUrl: address,
  protocol,
  thoughts,
});
const Bedrock = z.object({
  kind: z.literal('bedrock'),
  region: name,
  apiKey: optional(secret),
  accessKeyId: optional(secret),
  secretAccessKey: optional(secret),
  sessionToken: optional(secret),
  baseUrl: optional(address),
});
const Extractive = z.object({ kind: z.literal('extractive') });

/**
 * The settings of one provider as a form sends them: strings, of which empty ones count as absent. The trailing slash of addresses
 * is removed; the fetch function decides which addresses may be reached.
 */
export const ProviderConfig = z
  .discriminatedUnion('kind', [
    OpenAI,
    Azure,
    Anthropic,
    Google,
    Mistral,
    Bedrock,
    Groq,
    Ollama,
    Compatible,
    Extractive,
  ])
  .superRefine((config, context) => {
    if (config.kind === 'azure' && config.resourceName === undefined && config.baseUrl === undefined)
      context.addIssue({
        code: 'custom',
        path: ['resourceName'],
        message: 'Enter the resource name or the address.',
      });
    if (config.kind === 'bedrock' && !hasBedrockCredentials(config))
      context.addIssue({
        code: 'custom',
        path: ['accessKeyId'],
        message: 'Enter an access key with its secret, or an API key.',
      });
  });

export type ProviderConfig = z.output<typeof ProviderConfig>;
export type ProviderKind = ProviderConfig['kind'];

const hasBedrockCredentials = (config: z.output<typeof Bedrock>): boolean =>
  config.apiKey !== undefined || (config.accessKeyId !== undefined && config.secretAccessKey !== undefined);

/** Returns the secrets of a configuration, so that they can be redacted. */
export const listSecrets = (config: ProviderConfig): string[] => {
  if (config.kind === 'extractive') return [];
  const values = [config.apiKey];
  if (config.kind === 'bedrock') values.push(config.secretAccessKey, config.sessionToken, config.accessKeyId);
  return values.filter((value) => value !== undefined);
};
