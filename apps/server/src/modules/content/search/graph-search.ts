import type { GraphSearchMode } from '@atelier/contracts/content/retrieval/retrieval-shapes';
import type { Ctx } from '../../../kernel/context/context.ts';
import { defineExtensionPoint } from '../../../kernel/services/extension-points.ts';

export interface GraphQuestion {
  knowledgeBaseIds: readonly string[];
  query: string;
  mode: GraphSearchMode;
  /** The most chunks to return. */
  topK: number;
  /** The app that searches, to which the cost of model calls is booked. */
  appId?: string | undefined;
  signal?: AbortSignal | undefined;
}

/** A chunk found through the graph. Scores lie between 0 and 1. */
export interface GraphHit {
  chunkId: string;
  score: number;
}

export interface GraphFound {
  /** Best first. */
  hits: readonly GraphHit[];
  /** The entities and relations that led to the chunks, as text for a prompt. */
  context: string;
  /** The reason for which less was found than requested, for example that a knowledge base has no graph yet. */
  note: string | null;
}

/** Searches graphs. May reach the network, so it is called outside transactions. */
export type GraphSearch = (ctx: Ctx, question: GraphQuestion) => Promise<GraphFound>;

/** The extension point through which the graph module, which depends on this one, provides the graph search. */
export const graphSearch = defineExtensionPoint<GraphSearch>('search.graph-search');

export const findInGraph: GraphSearch = (ctx, question) =>
  ctx.services.extensions.require(graphSearch)(ctx, question);
