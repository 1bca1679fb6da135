import type { RetrievalMode } from '@atelier/contracts/content/retrieval/retrieval-shapes';

export interface Retriever {
  name: string;
  /** What it does, in a sentence. */
  text: string;
  /** Without an embedding model it is not what its name says. */
  needsVectors: boolean;
}

/** The retrievers in the order of the menu (RETRIEVE-05, RETRIEVE-06). */
export const retrievers: Record<RetrievalMode, Retriever> = {
  AUTO: {
    name: 'Automatic',
    text: 'By words and by meaning where there is an embedding model, otherwise by words.',
    needsVectors: false,
  },
  ATELIER_COSINE: {
    name: 'Atelier cosine',
    text: 'By meaning: compares every chunk with the question, exactly, in our own index.',
    needsVectors: true,
  },
  VECTOR: {
    name: 'Vector-backed',
    text: 'By meaning, in the vector store that the knowledge base uses.',
    needsVectors: true,
  },
  BM25: {
    name: 'BM25',
    text: 'By words: exact terms, names and numbers. Needs no model.',
    needsVectors: false,
  },
  HYBRID: {
    name: 'Hybrid',
    text: 'By words and by meaning, with the weight that you choose.',
    needsVectors: true,
  },
  MULTI_QUERY: {
    name: 'Multi-query',
    text: 'Asks the question in several ways and takes what they find together.',
    needsVectors: false,
  },
  MULTI_VECTOR: {
    name: 'Multivector',
    text: 'Also compares the summaries of documents, and lifts the chunks of those that fit.',
    needsVectors: false,
  },
  PARENT_CHILD: {
    name: 'Parent document',
    text: 'Finds small chunks and gives the part of the document around each.',
    needsVectors: false,
  },
  CONTEXTUAL_COMPRESSION: {
    name: 'Contextual compression',
    text: 'Keeps of each chunk only the sentences that speak of the question.',
    needsVectors: false,
  },
  TIME_WEIGHTED: {
    name: 'Time-weighted',
    text: 'Puts newer documents before older ones that fit as well. The detail “date” of a document counts, else its import.',
    needsVectors: false,
  },
};

/** The tooltips of the two numbers (RETRIEVE-03, RETRIEVE-04). */
export const retrievalHelp = {
  topK: 'Top K: how many of the most similar chunks are found at most. More give an answer more to go on, but also more that is beside the point.',
  scoreThreshold:
    'Score threshold: how relevant a chunk must be. A higher value leaves out what fits only a little.',
} as const;
