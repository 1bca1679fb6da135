import { Button, Loader } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { SourceSections, useShowChunk } from '../../../../lib/source/source-text.tsx';
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import type { Span } from '../model/source-text.ts';
import { useSourceText } from '../source-api.ts';

interface SourceTextProps {
  importId: string;
  /** The span to mark, at which reading begins. */
  mark?: Span | undefined;
}

const nothing: Span = { start: 0, end: 0 };

/** The text of a document as it was read, page by page. It loads more at both ends. */
export const SourceText = ({ importId, mark }: SourceTextProps) => {
  const { query, sections, form } = useSourceText(importId, mark?.start ?? 0);
  const root = useShowChunk(sections.length > 0);
  return (
    <QueryView
      query={query}
      isEmpty={() => sections.length === 0}
      empty={
        <EmptyState compact title="No text yet">
          The text can be read here once the document has been read.
        </EmptyState>
      }
      errorTitle="The text could not be loaded"
    >
      {() => (
        <div className="stack-3 one-column items-start" ref={root}>
          {query.hasPreviousPage ? (
            <Button
              variant="default"
              size="xs"
              leftSection={<IconArrowUp size={14} />}
              loading={query.isFetchingPreviousPage}
              onClick={() => void query.fetchPreviousPage()}
            >
              Earlier text
            </Button>
          ) : null}
          <SourceSections source={{ sections, form, citation: mark ?? nothing }} />
          {query.hasNextPage ? (
            <Button
              variant="default"
              size="xs"
              leftSection={<IconArrowDown size={14} />}
              loading={query.isFetchingNextPage}
              onClick={() => void query.fetchNextPage()}
            >
              More text
            </Button>
          ) : null}
          {query.isFetching && !query.isFetchingNextPage && !query.isFetchingPreviousPage ? (
            <Loader size="xs" aria-label="Loading" />
          ) : null}
        </div>
      )}
    </QueryView>
  );
};
