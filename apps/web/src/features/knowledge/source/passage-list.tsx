import type { Chunk } from '@atelier/contracts/import-shapes';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { formatCount } from '../../../lib/format.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import type { Span } from '../model/source-text.ts';
import classes from './source.module.css';
import { usePassages } from './source-api.ts';

const foldedFrom = 420;

interface PassageProps {
  passage: Chunk;
  onShow: (span: Span) => void;
}

const Passage = ({ passage, onShow }: PassageProps) => {
  const [isWhole, setWhole] = useState(false);
  const { ordinal, page, heading, tokens, text, start, end } = passage;
  const isLong = text.length > foldedFrom;
  return (
    <li className={classes.passage}>
      <div className={classes.passageHead}>
        <strong>Passage {ordinal + 1}</strong>
        {page === null ? null : <span>Page {page}</span>}
        <span>{formatCount(tokens, 'token')}</span>
      </div>
      {heading === null ? null : <p className={classes.heading}>{heading}</p>}
      <p className={classes.passageText} data-folded={(isLong && !isWhole) || undefined}>
        {text}
      </p>
      <div className={classes.passageActions}>
        {isLong ? (
          <Button size="xs" variant="subtle" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? 'Show less' : 'Show all'}
          </Button>
        ) : null}
        <Button
          size="xs"
          variant="subtle"
          aria-label={`Show in text: passage ${ordinal + 1}`}
          onClick={() => onShow({ start, end })}
        >
          Show in text
        </Button>
      </div>
    </li>
  );
};

interface PassageListProps {
  importId: string;
  onShow: (span: Span) => void;
}

/** How the document was cut (IMPORT-61). */
export const PassageList = ({ importId, onShow }: PassageListProps) => {
  const { query, rows, more } = usePassages(importId);
  return (
    <QueryView
      query={query}
      isEmpty={() => rows.length === 0}
      empty={
        <EmptyState compact title="No passages yet">
          They appear here once the document has been cut into passages.
        </EmptyState>
      }
      errorTitle="The passages could not be loaded"
    >
      {() => (
        <>
          <ul className={classes.passages}>
            {rows.map((passage) => (
              <Passage key={passage.chunkId} passage={passage} onShow={onShow} />
            ))}
          </ul>
          <div className={classes.foot}>
            <span>
              {rows.length.toLocaleString('en')} of {more.total.toLocaleString('en')}
            </span>
            {more.hasMore ? (
              <Button size="xs" variant="default" loading={more.isLoading} onClick={more.onMore}>
                Load more
              </Button>
            ) : null}
          </div>
        </>
      )}
    </QueryView>
  );
};
