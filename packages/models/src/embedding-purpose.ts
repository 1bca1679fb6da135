import type { EmbeddingPurpose } from './chat-model.ts';

interface Prefixes {
  model: RegExp;
  QUESTION: string;
  CHUNK: string;
}

const instruction = 'Represent this sentence for searching relevant chunks: ';

/**
 * What open models want before a text, word for word from their model cards: they were trained to bring a question near to the
 * chunk that answers it, not near to the same question. Instructed variants want a task of their own and get nothing.
 */
const known: readonly Prefixes[] = [
  { model: /nomic-embed-text/, QUESTION: 'search_query: ', CHUNK: 'search_document: ' },
  { model: /\be5-(small|base|large)(?!.*instruct)/, QUESTION: 'query: ', CHUNK: 'chunk: ' },
  {
    model: /embedding-?gemma/,
    QUESTION: 'task: search result | query: ',
    CHUNK: 'title: none | text: ',
  },
  { model: /snowflake-arctic-embed(2|-[ml]-v2)/, QUESTION: 'query: ', CHUNK: '' },
  {
    model: /snowflake-arctic-embed|mxbai-embed-large|bge-(small|base|large)-en/,
    QUESTION: instruction,
    CHUNK: '',
  },
];

/** The text as a model wants it that is told by words what the text is for. */
export const wordedFor = (purpose: EmbeddingPurpose, modelId: string, text: string): string => {
  const name = modelId.toLowerCase();
  return (known.find(({ model }) => model.test(name))?.[purpose] ?? '') + text;
};

const cohereTypes = { QUESTION: 'search_query', CHUNK: 'search_document' };
const googleTypes = { QUESTION: 'RETRIEVAL_QUERY', CHUNK: 'RETRIEVAL_DOCUMENT' };

/** The same for providers that have a field for it. The SDK sends each only to models that know it, except Google's. */
export const purposeOptions = (purpose: EmbeddingPurpose, modelId: string) => ({
  google: /embedding-00\d/.test(modelId) ? { taskType: googleTypes[purpose] } : {},
  bedrock: { inputType: cohereTypes[purpose] },
});
