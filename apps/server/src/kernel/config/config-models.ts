import { z } from 'zod';
import { list, text, variableNotes, webUrl, wholeNumber } from './config-kinds.ts';

/** The default address of the weights of embedding models. */
export const weightsAddress = 'https://huggingface.co';

/** The providers that every company may use, and the embedding models of the server itself. */
export const models = {
  OPENAI_API_KEY: text().optional().register(variableNotes, {
    section: 'Models',
    description: 'Key of the model provider that companies use by default.',
    expects: 'a key',
  }),
  OPENAI_BASE_URL: webUrl().optional().register(variableNotes, {
    section: 'Models',
    description: 'Address of that provider when it is another one that speaks the same protocol.',
    expects: 'an address that starts with http:// or https://',
    fallback: 'https://api.openai.com/v1',
  }),
  OPENAI_MODEL: text().default('gpt-4.1-mini').register(variableNotes, {
    section: 'Models',
    description: 'Model of that provider for answers.',
    expects: 'the name of a model',
    fallback: 'gpt-4.1-mini',
  }),
  OPENAI_EMBEDDING_MODEL: text().default('text-embedding-3-small').register(variableNotes, {
    section: 'Models',
    description: 'Model of that provider for embeddings.',
    expects: 'the name of a model',
    fallback: 'text-embedding-3-small',
  }),
  OPENAI_TRANSCRIPTION_MODEL: text().optional().register(variableNotes, {
    section: 'Models',
    description:
      'Model of that provider that writes down what is said in sound and films, for instance `whisper-1`.',
    expects: 'the name of a model',
  }),
  OPENAI_VISION_MODEL: text().optional().register(variableNotes, {
    section: 'Models',
    description: 'Model of that provider that describes pictures, for instance `gpt-4.1-mini`.',
    expects: 'the name of a model',
  }),
  OLLAMA_BASE_URL: webUrl().optional().register(variableNotes, {
    section: 'Models',
    description: 'Address of an Ollama server, for instance `http://127.0.0.1:11434`.',
    expects: 'an address that starts with http:// or https://',
  }),
  LOCAL_MODEL_SERVERS: z
    .union([z.literal('off').transform((): string[] => []), list().pipe(z.array(webUrl()))])
    .default(['http://127.0.0.1:1234', 'http://127.0.0.1:8000'])
    .register(variableNotes, {
      section: 'Models',
      description:
        'Where this server looks for LM Studio, vLLM and other servers with OpenAI’s protocol, whose models it then offers to every company, as it does with an Ollama on this machine. `off`: nowhere.',
      expects: 'a comma-separated list of addresses without a path, or `off`',
      fallback: 'http://127.0.0.1:1234,http://127.0.0.1:8000',
    }),
  EMBEDDING_MODELS: list().default(['all-minilm-l6-v2']).register(variableNotes, {
    section: 'Models',
    description:
      'Embedding models that this server runs itself, so that knowledge is found by meaning without a provider: `all-minilm-l6-v2` (English, 24 MB) and `multilingual-e5-small` (about 100 languages, 135 MB). The first one is the default. Empty: none.',
    expects: 'a comma-separated list of names',
    fallback: 'all-minilm-l6-v2',
  }),
  EMBEDDING_WEIGHTS_FROM: z
    .union([z.literal('off'), webUrl()])
    .default(weightsAddress)
    .register(variableNotes, {
      section: 'Models',
      description:
        'Where the weights of those models are downloaded from, once, in the background: an address with the paths of Hugging Face, or `off`. Weights that are in `ATELIER_DATA/models/<name>` as model.onnx and tokenizer.json are never asked for.',
      expects: 'an address that starts with http:// or https://, or `off`',
      fallback: weightsAddress,
    }),
  EMBEDDING_WEIGHTS_PROXY: webUrl().optional().register(variableNotes, {
    section: 'Models',
    description:
      'A proxy through which the weights are downloaded, for instance `http://proxy.example.com:3128`; a user name and a password can stand before the host.',
    expects: 'an address that starts with http:// or https://',
  }),
  EMBEDDING_MODELS_FILE: text().optional().register(variableNotes, {
    section: 'Models',
    description:
      'A JSON file with embedding models of your own that `EMBEDDING_MODELS` can name (docs/operations.md).',
    expects: 'the path of a file',
  }),
  FREE_CREDITS: wholeNumber(0, 1_000_000_000, 100_000).register(variableNotes, {
    section: 'Models',
    description: 'Credits that a new company starts with.',
    expects: 'a whole number from 0 to 1000000000',
    fallback: '100000',
  }),
};
