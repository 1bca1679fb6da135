import type { TracedPassage } from '@atelier/contracts/assistants/chat/trace';

const rounded = (score: number): string => String(Number(score.toPrecision(3)));

/** Says in words why a passage was found: which searches found it, and with which scores. */
export const whyFound = ({ stages, score }: Pick<TracedPassage, 'stages' | 'score'>): string => {
  const parts: [number | null, string][] = [
    [stages.bm25, 'it has words of the question (BM25'],
    [stages.vector, 'its meaning is close (similarity'],
    [stages.summary, 'the summary of its document is close (similarity'],
    [stages.graph, 'the knowledge graph leads to it (score'],
    [stages.recency, 'its document is recent (recency'],
    [stages.rerank, 'the reranking put it here (score'],
  ];
  const reasons = parts.flatMap(([value, words]) => (value === null ? [] : [`${words} ${rounded(value)})`]));
  if (reasons.length === 0) return `Found with a score of ${rounded(score)}.`;
  const text = `Found because ${reasons.join(', and ')}.`;
  return `${text} Score: ${rounded(score)}.`;
};
