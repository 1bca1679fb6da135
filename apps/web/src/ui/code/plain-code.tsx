import { Textarea } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import classes from './code.module.css';

const indent = '  ';

/** Keeps the indentation of the line in a new line, and indents by Ctrl and square brackets; Tab goes on to the next field. */
const onCodeKey = (event: KeyboardEvent<HTMLTextAreaElement>, set: (code: string) => void): void => {
  const area = event.currentTarget;
  const { value, selectionStart: from, selectionEnd: to } = area;
  const lineStart = value.lastIndexOf('\n', from - 1) + 1;
  const put = (text: string) => {
    event.preventDefault();
    area.setRangeText(text, from, to, 'end');
    set(area.value);
  };
  if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
    const line = value.slice(lineStart, from);
    const present = /^[ \t]*/.exec(line)?.[0] ?? '';
    put(`\n${present}${/[{([]\s*$/.test(line) ? indent : ''}`);
  } else if (event.key === ']' && (event.ctrlKey || event.metaKey)) put(indent);
};

export interface PlainCodeProps {
  label: string;
  description: string;
  value: string;
  isReadOnly: boolean;
  error?: string | undefined;
  onChange: (code: string) => void;
}

/** Code in a plain text area. */
export const PlainCode = ({ label, description, value, isReadOnly, error, onChange }: PlainCodeProps) => (
  <Textarea
    className={classes.code ?? ''}
    label={label}
    description={description}
    autosize
    minRows={8}
    maxRows={28}
    spellCheck={false}
    autoComplete="off"
    readOnly={isReadOnly}
    error={error}
    value={value}
    onKeyDown={(event) => onCodeKey(event, onChange)}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
);
