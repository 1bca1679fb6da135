import type { ChunkingPreview, PreviewChunk } from '@atelier/contracts/content/bases/chunking-shapes';
import { Button } from '@mantine/core';
import { useState } from 'react';
import classes from './chunking.module.css';
import { previewInWords, surroundingsInWords } from './model/preview-words.ts';

const firstChunks = 8;

const Chunk = ({ chunk }: { chunk: PreviewChunk }) => {
  const { ordinal, text, tokens, page, heading, repeated } = chunk;
  const facts = [
    `${tokens.toLocaleString('en')} tokens`,
    page === null ? '' : `page ${page}`,
    heading ?? '',
    repeated > 0 ? `${repeated.toLocaleString('en')} characters repeated` : '',
  ].filter((part) => part !== '');
  return (
    <li className="stack-1 min-0 box pad-3">
      <p className={`flat muted tabular ${classes.place}`}>
        <strong className="medium text-color">Chunk {ordinal + 1}</strong> · {facts.join(' · ')}
      </p>
      <p className={`flat break-anywhere small pre-wrap ${classes.text}`} dir="auto">
        {repeated > 0 ? <mark className={classes.repeated}>{text.slice(0, repeated)}</mark> : null}
        {text.slice(repeated)}
      </p>
      <p className={`flat muted tabular ${classes.place}`}>{surroundingsInWords(chunk)}</p>
    </li>
  );
};

interface PreviewChunksProps {
  preview: ChunkingPreview;
  isBusy: boolean;
}

/** The chunks of a preview with their lengths, their overlaps and their larger context. */
export const PreviewChunks = ({ preview, isBusy }: PreviewChunksProps) => {
  const [areAllShown, setAllShown] = useState(false);
  const { chunks } = preview;
  const shown = areAllShown ? chunks : chunks.slice(0, firstChunks);
  return (
    <>
      <p className="note tabular" role="status">
        {previewInWords(preview)}
      </p>
      <ol className={`stack-3 bare ${classes.chunks}`} aria-label="Chunks of the preview" aria-busy={isBusy}>
        {shown.map((chunk) => (
          <Chunk key={chunk.ordinal} chunk={chunk} />
        ))}
      </ol>
      {shown.length < chunks.length ? (
        <div>
          <Button size="xs" variant="default" onClick={() => setAllShown(true)}>
            Show all {chunks.length.toLocaleString('en')} chunks
          </Button>
        </div>
      ) : null}
    </>
  );
};
