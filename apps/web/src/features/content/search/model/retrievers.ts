import type { RetrievalMode } from '@atelier/contracts/content/retrieval/retrieval-shapes';

export interface Retriever {
  name: string;
  /** Explains the retriever in one sentence. */
  text: string;
  /** True when the retriever needs an embedding model. */
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
    text: 'By meaning: compares the question exactly with every chunk, in the built-in index.',
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
    text: 'Rephrases the question in several ways and combines what each of them finds.',
    needsVectors: false,
  },
  MULTI_VECTOR: {
    name: 'Multivector',
    text: 'Also compares the summaries of documents, and ranks chunks higher when the summary fits.',
    needsVectors: false,
  },
  PARENT_CHILD: {
    name: 'Parent document',
    text: 'Finds small chunks and returns each with the part of the document around it.',
    needsVectors: false,
  },
  CONTEXTUAL_COMPRESSION: {
    name: 'Contextual compression',
    text: 'Keeps only the sentences of each chunk that are about the question.',
    needsVectors: false,
  },
  TIME_WEIGHTED: {
    name: 'Time-weighted',
    text: 'Ranks newer documents before older ones that fit equally well. Uses the detail “date” of a document, otherwise the day of its import.',
    needsVectors: false,
  },
};

/** The tooltips of the number of chunks and the threshold (RETRIEVE-03, RETRIEVE-04). */
export const retrievalHelp = {
  topK: 'Top K: the largest number of chunks that are found. More chunks give an answer more to work with, but also more that is irrelevant.',
  scoreThreshold:
    'Score threshold: how relevant a chunk must be. A higher value leaves out chunks that fit only slightly.',
} as const;
