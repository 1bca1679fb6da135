import { parseJson } from '@atelier/contracts/kernel/parse-json';
import type { JsonPreview } from '@atelier/contracts/kernel/run-parts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { formatCount } from '../../../../lib/format.ts';
import { describeError } from '../../../../ui/feedback/describe-error.ts';
import { usePieces, type ValuePlace } from '../api.ts';
import classes from '../runs.module.css';

/** A long value scrolls on its own, so the keyboard must be able to reach it. */
const scrollRegion = { role: 'region', tabIndex: 0 };

/** Indents JSON text. Text that is cut off is returned unchanged. */
const readable = ({ text, size }: JsonPreview): string => {
  if (text.length < size) return `${text}…`;
  const value = parseJson(text);
  return value === undefined ? text : JSON.stringify(value, null, 2);
};

interface JsonValueProps {
  label: string;
  value: JsonPreview;
  /** Identifies the value on the server, so that the rest can be read. Without it, only the beginning was stored. */
  place?: ValuePlace;
}

/** Shows an input or output. Of a large one, shows the first characters and loads the rest piece by piece. */
export const JsonValue = ({ label, value, place }: JsonValueProps) => {
  const [isWhole, setWhole] = useState(false);
  const pieces = usePieces(place ?? { runId: '', of: 'INPUT' }, isWhole && place !== undefined);
  const texts = pieces.data?.pages.map(({ text }) => text);
  const shown = texts?.reduce((sum, text) => sum + text.length, 0) ?? value.text.length;
  const hasMore = place !== undefined && shown < value.size;
  const more = () => (isWhole ? void pieces.fetchNextPage() : setWhole(true));
  return (
    <section className={classes.value}>
      <h3>{label}</h3>
      <pre {...scrollRegion} aria-label={label}>
        {texts ? texts.map((text, at) => <span key={at}>{text}</span>) : readable(value)}
      </pre>
      {pieces.error ? <p role="alert">{describeError(pieces.error).message}</p> : null}
      {hasMore ? (
        <div className={classes.more}>
          <span>
            {shown.toLocaleString('en')} of {formatCount(value.size, 'character')}
          </span>
          <Button size="xs" variant="default" loading={pieces.isFetching} onClick={more}>
            Show more
          </Button>
        </div>
      ) : null}
    </section>
  );
};
