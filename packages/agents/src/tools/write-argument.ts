import type { ArgumentWriting } from '@atelier/contracts/assistants/tools/tool-shapes';
import { isObject, type JsonValue } from '@atelier/contracts/fields/field-values';
import { encodePart, encodeReserved } from '@atelier/contracts/fields/write-address';
import { RequestError } from './request-error.ts';

type Encode = (text: string) => string;
/** The styles that write a name and a sign before values. */
type Delimited = 'FORM' | 'SPACE_DELIMITED' | 'PIPE_DELIMITED';

/** Returns a value as text; lists and objects become JSON. */
export const shown = (value: JsonValue): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

const isJson = (type: string | undefined): boolean => /[/+]json\s*(?:;|$)/i.test(type ?? '');

/** Returns a value as a text of a media type. */
export const asContent = (value: JsonValue, type: string | undefined): string =>
  isJson(type) ? JSON.stringify(value) : shown(value);

/** A value that is nothing is not written, as in templates of addresses (RFC 6570, section 2.3). */
const omitNullItems = (list: readonly JsonValue[]): JsonValue[] => list.filter((item) => item !== null);

const omitNullEntries = (value: Record<string, JsonValue>): [string, JsonValue][] =>
  Object.entries(value).filter(([, inner]) => inner !== null);

/** The values of a list, or of an object its names and values in turn. */
const flat = (value: JsonValue, encode: Encode): string[] => {
  if (Array.isArray(value)) return omitNullItems(value).map((item) => encode(shown(item)));
  if (isObject(value))
    return omitNullEntries(value).flatMap(([name, inner]) => [encode(name), encode(shown(inner))]);
  return [encode(shown(value))];
};

/** Returns the entries of an object as `name=value`, and the values of anything else. */
const assigned = (value: JsonValue, encode: Encode): string[] =>
  isObject(value)
    ? omitNullEntries(value).map(([name, inner]) => `${encode(name)}=${encode(shown(inner))}`)
    : flat(value, encode);

const matrix = (
  value: JsonValue,
  name: string,
  { explode, encode }: { explode: boolean; encode: Encode },
) => {
  const sign = encode(name);
  if (explode && isObject(value))
    return assigned(value, encode)
      .map((part) => `;${part}`)
      .join('');
  const parts = explode ? flat(value, encode) : [flat(value, encode).join(',')];
  return parts.map((part) => (part === '' ? `;${sign}` : `;${sign}=${part}`)).join('');
};

/** Letters that end a segment of a path, also where a document lets reserved letters stay. */
const endsSegment = '/?#[]';
/** Letters that end a parameter, or that a query may not contain. */
const endsParameter = '&#[]+';

/** Writes an argument into a path, encoded. */
export const writeInPath = (value: JsonValue, name: string, writing: ArgumentWriting): string => {
  const { style, explode, allowReserved } = writing;
  const encode: Encode = allowReserved ? (text) => encodeReserved(text, endsSegment) : encodePart;
  if (style === 'CONTENT') return encode(asContent(value, writing.contentType));
  if (style === 'MATRIX') return matrix(value, writing.name ?? name, { explode, encode });
  const parts = explode ? assigned(value, encode) : flat(value, encode);
  if (style === 'LABEL') return `.${parts.join(explode ? '.' : ',')}`;
  return parts.join(',');
};

/** Writes an argument into a header, where nothing is encoded. */
export const writeInHeader = (value: JsonValue, writing: ArgumentWriting | undefined): string => {
  if (writing?.style === 'CONTENT') return asContent(value, writing.contentType);
  if (!writing) return shown(value);
  const asIs: Encode = (text) => text;
  return (writing.explode ? assigned(value, asIs) : flat(value, asIs)).join(',');
};

const separators: Readonly<Record<Delimited, string>> = {
  FORM: ',',
  SPACE_DELIMITED: '%20',
  PIPE_DELIMITED: '%7C',
};

const isDelimited = (style: ArgumentWriting['style']): style is Delimited => style in separators;

/** The properties of an object in brackets behind its name, at any depth. */
const deepPairs = (name: string, value: JsonValue, encode: Encode): string[] => {
  if (Array.isArray(value)) return omitNullItems(value).map((item) => `${name}=${encode(shown(item))}`);
  if (!isObject(value)) return [`${name}=${encode(shown(value))}`];
  return omitNullEntries(value).flatMap(([key, inner]) =>
    deepPairs(`${name}%5B${encode(key)}%5D`, inner, encode),
  );
};

/** Without a rule, a list is repeated, and an object is JSON. */
const plainPairs = (name: string, value: JsonValue, encode: Encode): string[] =>
  (Array.isArray(value) ? value : [value]).map(
    (one) => `${encode(name)}=${one === null ? '' : encode(shown(one))}`,
  );

const delimitedPairs = (
  name: string,
  value: JsonValue,
  { style, explode, encode }: { style: Delimited; explode: boolean; encode: Encode },
): string[] => {
  if (explode && isObject(value)) return assigned(value, encode);
  if (explode && Array.isArray(value)) return plainPairs(name, omitNullItems(value), encode);
  return [`${encode(name)}=${flat(value, encode).join(separators[style])}`];
};

const isEmpty = (value: JsonValue): boolean =>
  Array.isArray(value)
    ? omitNullItems(value).length === 0
    : isObject(value) && omitNullEntries(value).length === 0;

/** Writes an argument as parts of a query or of a form, encoded, such as `color=blue`. An empty list or object has none. */
export const writePairs = (
  name: string,
  value: JsonValue,
  writing: ArgumentWriting | undefined,
): string[] => {
  const encode: Encode = writing?.allowReserved ? (text) => encodeReserved(text, endsParameter) : encodePart;
  if (!writing) return plainPairs(name, value, encode);
  const { style, explode, contentType } = writing;
  if (style === 'CONTENT') return [`${encode(name)}=${encode(asContent(value, contentType))}`];
  if (style === 'QUERY_STRING')
    return isObject(value) && !isJson(contentType)
      ? Object.entries(value).flatMap(([key, inner]) => plainPairs(key, inner, encode))
      : [encode(asContent(value, contentType))];
  if (isEmpty(value)) return [];
  if (style === 'DEEP_OBJECT') return deepPairs(encode(name), value, encode);
  return delimitedPairs(name, value, { style: isDelimited(style) ? style : 'FORM', explode, encode });
};

const endsCookie = /[;\p{Cc}]/u;

/** In the style of cookies, nothing is encoded. */
const cookieText: Encode = (text) => {
  if (endsCookie.test(text))
    throw new RequestError('The value of a cookie must not contain “;” or line breaks.');
  return text;
};

/** Writes an argument as cookies. */
export const writeCookies = (
  name: string,
  value: JsonValue,
  writing: ArgumentWriting | undefined,
): string => {
  if (writing?.style !== 'COOKIE')
    return writePairs(name, value, writing ?? { style: 'FORM', explode: false, allowReserved: false }).join(
      '&',
    );
  if (!writing.explode) return `${name}=${flat(value, cookieText).join(',')}`;
  if (isObject(value)) return assigned(value, cookieText).join('; ');
  return flat(value, cookieText)
    .map((text) => `${name}=${text}`)
    .join('; ');
};
