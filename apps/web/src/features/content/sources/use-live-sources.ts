import { type Source, SourceEvents } from '@atelier/contracts/content/sources/source-shapes';
import { sources } from '@atelier/contracts/content/sources/sources';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { buildQueryKey, changePages, readAgain } from '../../../lib/query.ts';
import { buildRequestPath } from '../../../lib/server/api.ts';
import { subscribe } from '../../../lib/server/event-stream.ts';

const { endpoints } = sources;
const { source: SourceEvent } = SourceEvents;

interface SourcePages {
  pages: { items: Source[]; nextCursor: string | null; total: number }[];
  pageParams: unknown[];
}

/** Replaces a source in the cached pages. Returns undefined when no page contains it, so that their age does not change. */
const withSource = (cached: SourcePages, source: Source): SourcePages | undefined => {
  const isOne = ({ sourceId }: Source) => sourceId === source.sourceId;
  if (!cached.pages.some((page) => page.items.some(isOne))) return undefined;
  const pages = cached.pages.map((page) => ({
    ...page,
    items: page.items.map((row) => (isOne(row) ? source : row)),
  }));
  return { ...cached, pages };
};

/** Keeps the cached sources of a knowledge base up to date with its live events. */
export const useLiveSources = (knowledgeBaseId: string): void => {
  const client = useQueryClient();
  useEffect(() => {
    const standings = new Map<string, string>();
    const hear = (source: Source) => {
      const queryKey = [endpoints.list.path, { id: knowledgeBaseId }];
      changePages<SourcePages>(client, endpoints.list, { id: knowledgeBaseId }, (cached) =>
        withSource(cached, source),
      );
      // Writing to the cache marks a list as fresh even if a new source is missing from it, so it is invalidated for the next
      // screen.
      void client.invalidateQueries({ queryKey, refetchType: 'none' });
      client.setQueryData(buildQueryKey(endpoints.get, { params: { sourceId: source.sourceId } }), source);
      const standing = JSON.stringify([source.sync?.status, source.balance]);
      if (standings.get(source.sourceId) !== standing) void readAgain(client, [[endpoints.report.path]]);
      standings.set(source.sourceId, standing);
    };
    return subscribe(buildRequestPath(endpoints.events, { query: { knowledgeBaseId } }), {
      onOpen: (isReconnect) => {
        if (isReconnect) void readAgain(client, [[endpoints.list.path], [endpoints.get.path]]);
      },
      onEvent: ({ event, data }) => {
        const source = event === 'source' ? SourceEvent.safeParse(data).data : undefined;
        if (source) hear(source);
        if (event === 'removed') void readAgain(client, [[endpoints.list.path]]);
      },
    });
  }, [client, knowledgeBaseId]);
};
