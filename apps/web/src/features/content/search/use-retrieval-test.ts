import { retrieval } from '@atelier/contracts/content/retrieval/retrieval';
import type { RetrievalSettings } from '@atelier/contracts/content/retrieval/retrieval-shapes';
import type { ReplyOf } from '@atelier/contracts/kernel/contract';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/server/api.ts';

const endpoint = retrieval.endpoints.retrievalTest;

export type RetrievalReply = ReplyOf<typeof endpoint>;

interface RetrievalTry {
  knowledgeBaseId: string;
  question: string;
  settings: RetrievalSettings;
}

/** Searches for the question (RETRIEVE-08), unless it is blank. */
export const useRetrievalTest = ({ knowledgeBaseId, question, settings }: RetrievalTry) =>
  useQuery({
    queryKey: [endpoint.path, { knowledgeBaseId }, { question, ...settings }],
    queryFn: ({ signal }) =>
      call(endpoint, { body: { knowledgeBaseId, query: question, ...settings } }, { signal }),
    enabled: question.trim() !== '',
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
