import { type Chunking, NewChunkingPreview } from '@atelier/contracts/content/bases/chunking-shapes';
import { indexVersions } from '@atelier/contracts/content/versions/index-versions';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/server/api.ts';

const { preview } = indexVersions.endpoints;
const typingPauseMs = 400;

/** The text to split, with a file name that decides how it is read, or an existing document. */
export type PreviewSubject = Pick<NewChunkingPreview, 'text' | 'name' | 'knowledgeBaseImportId'>;

/**
 * Previews how a text would be split. Asks the server again once nothing has changed for a moment, and not while settings are
 * incomplete.
 */
export const useChunkPreview = (
  chunking: Chunking,
  subject: PreviewSubject,
  { parentTokens, isOpened }: { parentTokens: number; isOpened: boolean },
) => {
  const [body] = useDebouncedValue(JSON.stringify({ chunking, parentTokens, ...subject }), typingPauseMs);
  const request = NewChunkingPreview.safeParse(JSON.parse(body));
  return useQuery({
    queryKey: [preview.path, body],
    queryFn: request.success ? ({ signal }) => call(preview, { body: request.data }, { signal }) : skipToken,
    enabled: isOpened,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
};
