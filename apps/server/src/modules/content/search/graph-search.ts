import type { GraphSearchMode } from '@atelier/contracts/content/retrieval/retrieval-shapes';
import type { Ctx } from '../../../kernel/context/context.ts';
import { defineExtensionPoint } from '../../../kernel/services/extension-points.ts';

export interface GraphQuestion {
  knowledgeBaseIds: readonly string[];
  query: string;
  mode: GraphSearchMode;
  /** How many chunks are wanted at most. */
  topK: number;
  /** The app that asks, to which what a model reads is booked. */
  appId?: string | undefined;
  signal?: AbortSignal | undefined;
}

/** A chunk that the graph leads to; scores are 0 to 1. */
export interface GraphHit {
  chunkId: string;
  score: number;
}

export interface GraphFound {
  /** Best first. */
  hits: readonly GraphHit[];
  /** What the graph says beside the chunks: entities and relations, as text for a prompt. */
  context: string;
  /** Why it found less than was asked for: a knowledge base has no graph yet. */
  note: string | null;
}

/** May reach the network, so it is called outside a transaction. */
export type GraphSearch = (ctx: Ctx, question: GraphQuestion) => Promise<GraphFound>;

/** The module of graphs, to the right of this one, says here how a graph is asked. */
export const graphSearch = defineExtensionPoint<GraphSearch>('search.graph-search');

export const findInGraph: GraphSearch = (ctx, question) =>
  ctx.services.extensions.require(graphSearch)(ctx, question);
