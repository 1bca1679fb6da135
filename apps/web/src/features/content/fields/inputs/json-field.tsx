import { isSameJson, type JsonValue } from '@atelier/contracts/fields/field-values';
import { parseJson } from '@atelier/contracts/kernel/parse-json';
import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { type FieldProps, useShared } from '../field-props.ts';

/** Writes the value as text. Nothing is written for the value of an empty field. */
const written = (value: JsonValue, empty: JsonValue): string => {
  if (typeof value === 'string') return value;
  return isSameJson(value, empty) ? '' : JSON.stringify(value, null, 2);
};

/** Parses JSON. Text that is not valid JSON is returned as it is, so that the schema refuses it with a message. */
const read = (text: string, empty: JsonValue): JsonValue => {
  if (text.trim() === '') return empty;
  const value = parseJson(text) as JsonValue | undefined;
  return value === undefined ? text : value;
};

/** JSON: text that is checked while the user types. */
export const JsonField = ({ field, path, value, onChange }: FieldProps) => {
  const empty = field.isAnyJson ? null : {};
  const [text, setText] = useState(() => written(value, empty));
  // The value was changed from outside, so the typed text is discarded.
  if (!isSameJson(read(text, empty), value)) setText(written(value, empty));
  return (
    <Textarea
      {...useShared({ field, path })}
      classNames={{ input: 'small mono' }}
      placeholder={field.placeholder ?? '{ "key": "value" }'}
      autosize
      minRows={4}
      maxRows={20}
      spellCheck={false}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        onChange(read(event.currentTarget.value, empty));
      }}
    />
  );
};
