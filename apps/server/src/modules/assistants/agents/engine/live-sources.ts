import { defineService } from '../../../../kernel/services/services.ts';
import type { Source } from './sources.ts';

type Take = (sources: readonly Source[]) => void;

/** Hands what agents found to the readers in this process of the answers for which they found it. */
export const liveSources = defineService({
  name: 'agents.live-sources',
  create: () => {
    const readers = new Map<string, Take>();
    return {
      /** Calls `take` with the sources of each group of calls, in the order of their numbers. Returns the function that stops it. */
      follow(queryId: string, take: Take): () => void {
        readers.set(queryId, take);
        return () => void readers.delete(queryId);
      },
      offer: (queryId: string, sources: readonly Source[]): void => readers.get(queryId)?.(sources),
    };
  },
});
