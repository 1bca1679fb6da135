import { parseJson } from '@atelier/contracts/kernel/parse-json';
import type { JsonPreview } from '@atelier/contracts/kernel/run-parts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { CopyButton } from '../ui/content/copy-button.tsx';
import { describeError } from '../ui/feedback/describe-error.ts';
import { formatCount } from './format.ts';
import classes from './json-value.module.css';
import { type Parts, useParts } from './runs/use-parts.ts';

/** A long value scrolls on its own, so the keyboard must be able to reach it. */
const scrollRegion = { role: 'region', tabIndex: 0 };

/** Indents JSON text. Text that is cut off stays as it is. */
const readable = ({ text, size }: JsonPreview): string => {
  if (text.length < size) return `${text}…`;
  const value = parseJson(text);
  return value === undefined ? text : JSON.stringify(value, null, 2);
};

/** The text of a value, and the beginning of the text that follows it. */
export type TextParts = Parts<{ text: string; next: number | null }>;

interface JsonValueProps {
  label: string;
  value: JsonPreview;
  /** The whole of a large value, which is read once it is requested. Without it, only the beginning was stored. */
  whole?: TextParts | undefined;
}

interface MoreProps {
  shown: number;
  size: number;
  isBusy: boolean;
  onMore: () => void;
}

const More = ({ shown, size, isBusy, onMore }: MoreProps) => (
  <div className="row-3 muted small">
    <span>
      {shown.toLocaleString('en')} of {formatCount(size, 'character')}
    </span>
    <Button size="xs" variant="default" loading={isBusy} onClick={onMore}>
      Show more
    </Button>
  </div>
);

/** An input or output of a run. Of a large one, the beginning is shown first. */
export const JsonValue = ({ label, value, whole }: JsonValueProps) => {
  const [isBegun, setBegun] = useState(false);
  const query = useParts(whole, isBegun);
  const read = query.data?.map((part) => part.text).join('');
  const text = read ?? readable(value);
  const shown = read?.length ?? value.text.length;
  return (
    <section className={`stack-1 min-0 ${classes.value}`}>
      <div className="between flex align-center">
        <h3 className="flat small medium">{label}</h3>
        <CopyButton value={text} label={`Copy ${label.toLowerCase()}`} />
      </div>
      <pre {...scrollRegion} aria-label={label} dir="auto">
        {text}
      </pre>
      {query.error ? <p role="alert">{describeError(query.error).message}</p> : null}
      {whole !== undefined && shown < value.size ? (
        <More
          shown={shown}
          size={value.size}
          isBusy={query.isFetching}
          onMore={() => (isBegun ? void query.fetchNextPage() : setBegun(true))}
        />
      ) : null}
    </section>
  );
};
