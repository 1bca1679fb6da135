/** The role of a text in retrieval. Many models embed questions differently, so that they are close to the chunks that answer them. */
export type EmbeddingPurpose = 'QUESTION' | 'CHUNK';

interface Prefixes {
  model: RegExp;
  QUESTION: string;
  CHUNK: string;
}

const instruction = 'Represent this sentence for searching relevant passages: ';

/**
 * The prefixes that open models expect before a text, verbatim from their model cards. The models were trained to place a question
 * close to the chunk that answers it. Instruction-tuned variants expect a task description instead and get no prefix.
 */
const known: readonly Prefixes[] = [
  { model: /nomic-embed-text/, QUESTION: 'search_query: ', CHUNK: 'search_document: ' },
  { model: /\be5-(small|base|large)(?!.*instruct)/, QUESTION: 'query: ', CHUNK: 'passage: ' },
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

/** Adds the prefix that a model expects for this purpose; returns the text unchanged for other models. */
export const wordedFor = (purpose: EmbeddingPurpose, modelId: string, text: string): string => {
  const name = modelId.toLowerCase();
  return (known.find(({ model }) => model.test(name))?.[purpose] ?? '') + text;
};

const cohereTypes = { QUESTION: 'search_query', CHUNK: 'search_document' };
const googleTypes = { QUESTION: 'RETRIEVAL_QUERY', CHUNK: 'RETRIEVAL_DOCUMENT' };

/** Provider options for providers that take the purpose as a field. The SDK sends each only to models that support it, except Google's. */
export const purposeOptions = (purpose: EmbeddingPurpose, modelId: string) => ({
  google: /embedding-00\d/.test(modelId) ? { taskType: googleTypes[purpose] } : {},
  bedrock: { inputType: cohereTypes[purpose] },
});
