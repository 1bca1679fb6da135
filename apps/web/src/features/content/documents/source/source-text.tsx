import { Button, Loader } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { Fragment, useEffect, useRef } from 'react';
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import { headingAbove, markedPieces, type Section, type Span } from '../model/source-text.ts';
import { useSourceText } from '../source-api.ts';
import classes from './source.module.css';

interface SourceTextProps {
  importId: string;
  /** The span to mark, at which reading begins. */
  mark?: Span | undefined;
}

const SectionText = ({ section, mark }: { section: Section; mark: Span | undefined }) => (
  <div className={`break-anywhere pre-wrap full-width ${classes.text}`} dir="auto">
    {markedPieces(section, mark).map((piece, index) =>
      piece.isMarked ? (
        <mark key={index} className={classes.mark} data-chunk>
          {piece.text}
        </mark>
      ) : (
        <Fragment key={index}>{piece.text}</Fragment>
      ),
    )}
  </div>
);

const PositionHeading = ({ position }: { position: string | undefined }) =>
  position === undefined ? null : <h3 className={`line-3 faint tiny medium ${classes.page}`}>{position}</h3>;

/** Scrolls the marked chunk into view as soon as it is drawn. */
const useScrollToMark = (isReady: boolean) => {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isReady) root.current?.querySelector('[data-chunk]')?.scrollIntoView({ block: 'center' });
  }, [isReady]);
  return root;
};

/** The text of a document as it was read, page by page. It loads more at both ends. */
export const SourceText = ({ importId, mark }: SourceTextProps) => {
  const { query, sections } = useSourceText(importId, mark?.start ?? 0);
  const root = useScrollToMark(mark !== undefined && sections.length > 0);
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
        <div className="stack-3 items-start" ref={root}>
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
          {sections.map((section, index) => (
            <Fragment key={section.ordinal}>
              <PositionHeading position={headingAbove(sections, index)} />
              <SectionText section={section} mark={mark} />
            </Fragment>
          ))}
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
