import { isSameJson, type JsonValue } from '@atelier/contracts/fields/field-values';
import { parseJson } from '@atelier/contracts/kernel/parse-json';
import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { type FieldProps, useShared } from '../field-props.ts';
import classes from '../fields.module.css';

const written = (value: JsonValue): string => {
  if (typeof value === 'string') return value;
  return isSameJson(value, {}) ? '' : JSON.stringify(value, null, 2);
};

/** Parses JSON. Text that is not valid JSON is returned as it is, so that the schema refuses it with a message. */
const read = (text: string): JsonValue => {
  if (text.trim() === '') return {};
  const value = parseJson(text) as JsonValue | undefined;
  return value === undefined ? text : value;
};

/** JSON: text that is checked while the user types. */
export const JsonField = ({ field, path, value, onChange }: FieldProps) => {
  const [text, setText] = useState(() => written(value));
  // The value was changed from outside, so the typed text is discarded.
  if (!isSameJson(read(text), value)) setText(written(value));
  return (
    <Textarea
      {...useShared({ field, path })}
      classNames={{ input: classes.code ?? '' }}
      placeholder={field.placeholder ?? '{ "key": "value" }'}
      autosize
      minRows={4}
      maxRows={20}
      spellCheck={false}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        onChange(read(event.currentTarget.value));
      }}
    />
  );
};
