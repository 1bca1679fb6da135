import type { ChunkingPreview, PreviewPassage } from '@atelier/contracts/content/bases/chunking-shapes';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { previewInWords, surroundingsInWords } from '../model/preview-words.ts';
import classes from './chunking.module.css';

const firstPassages = 8;

const Passage = ({ passage }: { passage: PreviewPassage }) => {
  const { ordinal, text, tokens, page, heading, repeated } = passage;
  const place = [
    `${tokens.toLocaleString('en')} tokens`,
    page === null ? '' : `page ${page}`,
    heading ?? '',
    repeated > 0 ? `${repeated.toLocaleString('en')} characters repeated` : '',
  ].filter((part) => part !== '');
  return (
    <li className={classes.passage}>
      <p className={classes.place}>
        <strong>Passage {ordinal + 1}</strong> · {place.join(' · ')}
      </p>
      <p className={classes.text} dir="auto">
        {repeated > 0 ? <mark className={classes.repeated}>{text.slice(0, repeated)}</mark> : null}
        {text.slice(repeated)}
      </p>
      <p className={classes.place}>{surroundingsInWords(passage)}</p>
    </li>
  );
};

interface PreviewPassagesProps {
  preview: ChunkingPreview;
  isBusy: boolean;
}

/** The passages of a preview with their lengths, overlaps and surroundings. */
export const PreviewPassages = ({ preview, isBusy }: PreviewPassagesProps) => {
  const [areAllShown, setAllShown] = useState(false);
  const { passages } = preview;
  const shown = areAllShown ? passages : passages.slice(0, firstPassages);
  return (
    <>
      <p className={classes.facts} role="status">
        {previewInWords(preview)}
      </p>
      <ol className={classes.passages} aria-label="Passages of the preview" aria-busy={isBusy}>
        {shown.map((passage) => (
          <Passage key={passage.ordinal} passage={passage} />
        ))}
      </ol>
      {shown.length < passages.length ? (
        <div>
          <Button size="xs" variant="default" onClick={() => setAllShown(true)}>
            Show all {passages.length.toLocaleString('en')} passages
          </Button>
        </div>
      ) : null}
    </>
  );
};
