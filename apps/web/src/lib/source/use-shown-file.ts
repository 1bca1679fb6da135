import type { ShownFile } from '@atelier/contracts/assistants/chat/shown-file';
import { useQuery } from '@tanstack/react-query';

/** Reads how a file is shown, by itself or by its text; nothing without a file. */
export const useShownFile = (
  url: string | undefined,
  readShown: (as: 'FILE' | 'TEXT') => Promise<ShownFile>,
  as: 'FILE' | 'TEXT',
) =>
  useQuery({
    queryKey: ['shown file', url, as],
    queryFn: () => readShown(as),
    enabled: url !== undefined,
  });
