import { parseJson } from '@atelier/contracts/kernel/parse-json';
import type { JsonPreview } from '@atelier/contracts/kernel/run-parts';
import { Button } from '@mantine/core';
import { CopyButton } from '../ui/content/copy-button.tsx';
import { describeError } from '../ui/feedback/describe-error.ts';
import { formatCount } from './format.ts';
import classes from './json-value.module.css';

/** A long value scrolls on its own, so the keyboard must be able to reach it. */
const scrollRegion = { role: 'region', tabIndex: 0 };

/** Indents JSON text. Text that is cut off stays as it is. */
const readable = ({ text, size }: JsonPreview): string => {
  if (text.length < size) return `${text}…`;
  const value = parseJson(text);
  return value === undefined ? text : JSON.stringify(value, null, 2);
};

/** The whole of a large value, which is read piece by piece once `onBegin` was called. */
interface WholeValue {
  isBegun: boolean;
  onBegin: () => void;
  query: {
    data: { pages: readonly { text: string }[] } | undefined;
    error: unknown;
    isFetching: boolean;
    fetchNextPage: () => unknown;
  };
}

interface JsonValueProps {
  label: string;
  value: JsonPreview;
  /** Without it, only the beginning was stored. */
  whole?: WholeValue;
}

const More = ({ whole, shown, size }: { whole: WholeValue; shown: number; size: number }) => (
  <div className={classes.more}>
    <span>
      {shown.toLocaleString('en')} of {formatCount(size, 'character')}
    </span>
    <Button
      size="xs"
      variant="default"
      loading={whole.query.isFetching}
      onClick={() => (whole.isBegun ? void whole.query.fetchNextPage() : whole.onBegin())}
    >
      Show more
    </Button>
  </div>
);

/** An input or output of a run. Of a large one, the beginning is shown first. */
export const JsonValue = ({ label, value, whole }: JsonValueProps) => {
  const read = whole?.query.data?.pages.map(({ text }) => text).join('');
  const text = read ?? readable(value);
  const shown = read?.length ?? value.text.length;
  return (
    <section className={classes.value}>
      <div className={classes.head}>
        <h3>{label}</h3>
        <CopyButton value={text} label={`Copy ${label.toLowerCase()}`} />
      </div>
      <pre {...scrollRegion} aria-label={label} dir="auto">
        {text}
      </pre>
      {whole?.query.error ? <p role="alert">{describeError(whole.query.error).message}</p> : null}
      {whole !== undefined && shown < value.size ? (
        <More whole={whole} shown={shown} size={value.size} />
      ) : null}
    </section>
  );
};
