/** The stages of a search, none of which found the passage. */
export const noStages = {
  bm25: null,
  vector: null,
  summary: null,
  graph: null,
  fused: null,
  recency: null,
  rerank: null,
};
