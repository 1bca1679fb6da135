import { useMemo } from 'react';
import classes from './code.module.css';
import { highlight } from './highlight.ts';

/** Code in the colours of its language. */
export const Highlighted = ({ text, language }: { text: string; language: string }) => {
  const parts = useMemo(() => highlight(text, language), [text, language]);
  if (!parts) return text;
  return parts.map((part, at) =>
    part.colour ? (
      <span key={at} className={classes[part.colour]}>
        {part.text}
      </span>
    ) : (
      part.text
    ),
  );
};
