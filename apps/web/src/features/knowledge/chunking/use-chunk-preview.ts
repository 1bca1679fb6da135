import { Chunking, type NewChunkingPreview } from '@atelier/contracts/chunking-shapes';
import { indexVersions } from '@atelier/contracts/index-versions';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

const { preview } = indexVersions.endpoints;
const typingPauseMs = 400;

/** What is cut: a text that reads as a file of this name, or a document that is there. */
export type PreviewSubject = Pick<NewChunkingPreview, 'text' | 'name' | 'knowledgeBaseImportId'>;

const isAnything = ({ text, knowledgeBaseImportId }: PreviewSubject): boolean =>
  knowledgeBaseImportId !== undefined || (text ?? '').trim() !== '';

/** How it would be cut; asked anew once nothing has changed for a moment. Settings that are not whole are not asked for. */
export const useChunkPreview = (
  chunking: Chunking,
  subject: PreviewSubject,
  { parentTokens, isOpened }: { parentTokens: number; isOpened: boolean },
) => {
  const [body] = useDebouncedValue(JSON.stringify({ chunking, parentTokens, ...subject }), typingPauseMs);
  return useQuery({
    queryKey: [preview.path, body],
    queryFn: ({ signal }) => call(preview, { body: JSON.parse(body) as NewChunkingPreview }, { signal }),
    enabled: isOpened && isAnything(subject) && Chunking.safeParse(chunking).success,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
};
