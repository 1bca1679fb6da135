import { parseJson } from '@atelier/contracts/kernel/parse-json';
import type { JsonPreview } from '@atelier/contracts/kernel/run-parts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { formatCount } from '../../../../lib/format.ts';
import { CopyButton } from '../../../../ui/content/copy-button.tsx';
import { describeError } from '../../../../ui/feedback/describe-error.ts';
import { useValueText, type ValuePlace } from '../api.ts';
import classes from './runs.module.css';

/** A long value scrolls on its own, so the keyboard must be able to reach it. */
const scrollRegion = { role: 'region', tabIndex: 0 };

/** Indents JSON text. Text that is cut off stays as it is. */
const readable = ({ text, size }: JsonPreview): string => {
  if (text.length < size) return `${text}…`;
  const value = parseJson(text);
  return value === undefined ? text : JSON.stringify(value, null, 2);
};

interface ValueViewProps {
  label: string;
  value: JsonPreview;
  /** Where the rest of a large value can be read. Without it, only the beginning is stored. */
  place?: ValuePlace;
}

/** Shows an input or output. Of a large one, shows the beginning and loads the rest piece by piece. */
export const ValueView = ({ label, value, place }: ValueViewProps) => {
  const [isWhole, setWhole] = useState(false);
  const rest = useValueText(place ?? { runId: '', of: 'INPUT' }, isWhole && place !== undefined);
  const texts = rest.data?.pages.map(({ text }) => text);
  const shown = texts?.reduce((sum, text) => sum + text.length, 0) ?? value.text.length;
  const text = texts?.join('') ?? readable(value);
  return (
    <section className={classes.value}>
      <div className={classes.valueHead}>
        <h3>{label}</h3>
        <CopyButton value={text} label={`Copy ${label.toLowerCase()}`} />
      </div>
      <pre {...scrollRegion} aria-label={label} dir="auto">
        {text}
      </pre>
      {rest.error ? <p role="alert">{describeError(rest.error).message}</p> : null}
      {place !== undefined && shown < value.size ? (
        <div className={classes.more}>
          <span>
            {shown.toLocaleString('en')} of {formatCount(value.size, 'character')}
          </span>
          <Button
            size="xs"
            variant="default"
            loading={rest.isFetching}
            onClick={() => (isWhole ? void rest.fetchNextPage() : setWhole(true))}
          >
            Show more
          </Button>
        </div>
      ) : null}
    </section>
  );
};
