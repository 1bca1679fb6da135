import type { ProviderKind } from './provider-config.ts';

/** One field of a provider's form. `name` is the key in `ProviderConfig`; every value is a string. */
export interface ProviderField {
  name: string;
  label: string;
  help: string;
  secret: boolean;
  required: boolean;
  example: string;
  /** The values to choose from; without them, the field takes any text. The first one counts when the field is empty. */
  choices?: { value: string; label: string }[];
}

/** A kind of provider as a form shows it. */
export interface ProviderType {
  kind: Exclude<ProviderKind, 'extractive'>;
  label: string;
  description: string;
  embeds: boolean;
  fields: ProviderField[];
}

type FieldDetails = Pick<ProviderField, 'help' | 'example'> & { label?: string; required?: boolean };

const apiKey = ({ label = 'API key', required = true, ...rest }: FieldDetails): ProviderField => ({
  name: 'apiKey',
  label,
  required,
  secret: true,
  ...rest,
});

const baseUrl = ({ label = 'Address', required = false, ...rest }: FieldDetails): ProviderField => ({
  name: 'baseUrl',
  label,
  required,
  secret: false,
  ...rest,
});

const protocol: ProviderField = {
  name: 'protocol',
  label: 'Protocol for chat models',
  help: 'With the responses API, reasoning models keep their thoughts between the calls of an agent. Nothing is stored at the provider.',
  secret: false,
  required: false,
  example: '',
  choices: [
    { value: 'chat-completions', label: 'Chat completions' },
    { value: 'responses', label: 'Responses' },
  ],
};

const thoughts: ProviderField = {
  name: 'thoughts',
  label: 'Thoughts of reasoning models',
  help: 'Only with the responses API: summaries of what the model thinks, shown in the runs of agents. OpenAI gives them to verified organisations only, and refuses every call of others that asks for them.',
  secret: false,
  required: false,
  example: '',
  choices: [
    { value: 'hidden', label: 'Not asked for' },
    { value: 'shown', label: 'Shown' },
  ],
};

const proxyHelp = 'Only for a proxy or gateway. Leave empty for the provider’s own address.';

/** The providers that can be added, with the fields of their forms, in the order of the list. */
export const providerTypes: ProviderType[] = [
  {
    kind: 'openai',
    label: 'OpenAI',
    description: 'GPT models and embeddings from OpenAI.',
    embeds: true,
    fields: [
      apiKey({ help: 'From platform.openai.com, under API keys.', example: 'sk-…' }),
      baseUrl({ help: proxyHelp, example: 'https://api.openai.com/v1' }),
      protocol,
      thoughts,
    ],
  },
  {
    kind: 'azure',
    label: 'Azure OpenAI',
    description: 'Models that your organisation deployed on Azure. Give the deployment names as models.',
    embeds: true,
    fields: [
      apiKey({ help: 'From the resource’s page Keys and Endpoint.', example: '' }),
      {
        name: 'resourceName',
        label: 'Resource name',
        help: 'The first part of the address, before .openai.azure.com.',
        secret: false,
        required: false,
        example: 'contoso-ai',
      },
      baseUrl({
        help: 'In place of the resource name, for an address of another form.',
        example: 'https://contoso-ai.openai.azure.com',
      }),
      {
        name: 'apiVersion',
        label: 'API version',
        help: 'Leave empty for 2024-10-21. With v1 the newer addresses without deployments are used, as always with the responses API.',
        secret: false,
        required: false,
        example: '2024-10-21',
      },
      protocol,
      thoughts,
    ],
  },
  {
    kind: 'anthropic',
    label: 'Anthropic',
    description: 'Claude models. For embeddings add another provider.',
    embeds: false,
    fields: [
      apiKey({ help: 'From console.anthropic.com, under API keys.', example: 'sk-ant-…' }),
      baseUrl({ help: proxyHelp, example: 'https://api.anthropic.com' }),
    ],
  },
  {
    kind: 'google',
    label: 'Google Gemini',
    description: 'Gemini models and embeddings from Google AI Studio.',
    embeds: true,
    fields: [
      apiKey({ help: 'From aistudio.google.com, under API keys.', example: 'AIza…' }),
      baseUrl({ help: proxyHelp, example: 'https://generativelanguage.googleapis.com' }),
    ],
  },
  {
    kind: 'mistral',
    label: 'Mistral',
    description: 'Mistral models and embeddings, hosted in Europe.',
    embeds: true,
    fields: [
      apiKey({ help: 'From console.mistral.ai, under API keys.', example: '' }),
      baseUrl({ help: proxyHelp, example: 'https://api.mistral.ai/v1' }),
    ],
  },
  {
    kind: 'bedrock',
    label: 'Amazon Bedrock',
    description: 'Models of several makers in your AWS account.',
    embeds: true,
    fields: [
      {
        name: 'region',
        label: 'Region',
        help: 'The AWS region in which the models are enabled.',
        secret: false,
        required: true,
        example: 'eu-central-1',
      },
      {
        name: 'accessKeyId',
        label: 'Access key ID',
        help: 'Of a user that may invoke Bedrock models. Not needed with an API key.',
        secret: true,
        required: false,
        example: 'AKIA…',
      },
      {
        name: 'secretAccessKey',
        label: 'Secret access key',
        help: 'Belongs to the access key ID.',
        secret: true,
        required: false,
        example: '',
      },
      {
        name: 'sessionToken',
        label: 'Session token',
        help: 'Only with temporary credentials.',
        secret: true,
        required: false,
        example: '',
      },
      apiKey({
        label: 'Bedrock API key',
        help: 'In place of the access key.',
        required: false,
        example: '',
      }),
    ],
  },
  {
    kind: 'groq',
    label: 'Groq',
    description: 'Open models with very fast answers. For embeddings add another provider.',
    embeds: false,
    fields: [
      apiKey({ help: 'From console.groq.com, under API keys.', example: 'gsk_…' }),
      baseUrl({ help: proxyHelp, example: 'https://api.groq.com/openai/v1' }),
    ],
  },
  {
    kind: 'ollama',
    label: 'Ollama',
    description: 'Models on a machine of your own.',
    embeds: true,
    fields: [
      baseUrl({ help: 'Where Ollama listens.', example: 'http://127.0.0.1:11434' }),
      apiKey({ help: 'Only when a proxy in front of it asks for one.', required: false, example: '' }),
    ],
  },
  {
    kind: 'openai-compatible',
    label: 'OpenAI-compatible',
    description:
      'Any server with OpenAI’s chat completions or responses: vLLM, LM Studio, LiteLLM, OpenRouter and others.',
    embeds: true,
    fields: [
      baseUrl({
        help: 'The address with its version, so that /chat/completions or /responses follows it.',
        required: true,
        example: 'https://openrouter.ai/api/v1',
      }),
      apiKey({ help: 'Leave empty when the server asks for none.', required: false, example: '' }),
      protocol,
      thoughts,
    ],
  },
];
