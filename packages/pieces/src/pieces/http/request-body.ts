import { isObject, type JsonValue } from '@atelier/contracts/fields/field-values';
import { isQuickToParse } from '@atelier/contracts/kernel/measure-json';
import { parseJson } from '@atelier/contracts/kernel/parse-json';
import { isFile, limitBytes } from '../../files.ts';
import type { PiecePlatform } from '../../platform.ts';
import { refuse } from '../../refuse.ts';
import { showValue } from '../../values.ts';

type FilesOnly = Pick<PiecePlatform, 'files'>;

/** The kinds of bodies by their name in the form. */
export const bodyKinds = [
  { value: 'AUTO', label: 'As it is: objects as JSON, texts as text, files as their bytes' },
  { value: 'JSON', label: 'JSON' },
  { value: 'FORM', label: 'Form' },
  { value: 'MULTIPART', label: 'Form with parts (multipart)' },
  { value: 'TEXT', label: 'Text' },
  { value: 'BASE64', label: 'Bytes, given as Base64' },
];

/** A body with its content type; the type of a multipart body is made with it. */
export interface Body {
  body: string | FormData | Uint8Array<ArrayBuffer>;
  type?: string;
}

const isJson = (text: string): boolean => {
  if (!isQuickToParse(text)) return /^\s*[[{]/.test(text);
  const value = parseJson(text);
  return value === null || Array.isArray(value) || isObject(value);
};

const toFormFields = (value: JsonValue): [string, string][] => {
  if (!isObject(value)) return refuse('A form needs an object as its body, for example { "name": "Ann" }.');
  return Object.entries(value).flatMap(([name, inner]): [string, string][] =>
    Array.isArray(inner) ? inner.map((it) => [name, showValue(it)]) : [[name, showValue(inner)]],
  );
};

const asBlobPart = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(bytes);

/** The parts of a form; a file becomes a part with its name and type. */
const buildFormData = async (value: JsonValue, platform: FilesOnly): Promise<FormData> => {
  if (!isObject(value)) return refuse('A form needs an object as its body, for example { "name": "Ann" }.');
  const form = new FormData();
  let size = 0;
  for (const [name, inner] of Object.entries(value))
    for (const one of Array.isArray(inner) ? inner : [inner]) {
      if (!isFile(one)) {
        form.append(name, showValue(one));
        continue;
      }
      size += one.size;
      limitBytes(size, 'All files of the form together');
      form.append(name, new Blob([asBlobPart(await platform.files.read(one))], { type: one.type }), one.name);
    }
  return form;
};

const decodeBase64 = (value: JsonValue): Uint8Array<ArrayBuffer> => {
  const text = showValue(value).replace(/\s+/g, '');
  if (!/^[\w+/-]*={0,2}$/.test(text))
    return refuse('The body is not Base64. Please choose another kind of body.');
  return new Uint8Array(Buffer.from(text, 'base64'));
};

const toJsonText = (value: JsonValue): string => {
  if (typeof value !== 'string') return JSON.stringify(value);
  // A text that is JSON already has been put together from parts; any other is one value.
  return isJson(value) ? value : JSON.stringify(value);
};

const automatic = (value: JsonValue): Body =>
  typeof value === 'string'
    ? { body: value, type: isJson(value) ? 'application/json' : 'text/plain; charset=utf-8' }
    : { body: JSON.stringify(value), type: 'application/json' };

type Maker = (value: JsonValue, platform: FilesOnly) => Body | Promise<Body>;

const makers: Readonly<Record<string, Maker>> = {
  AUTO: automatic,
  JSON: (value) => ({ body: toJsonText(value), type: 'application/json' }),
  FORM: (value) => ({
    body: new URLSearchParams(toFormFields(value)).toString(),
    type: 'application/x-www-form-urlencoded',
  }),
  MULTIPART: async (value, platform) => ({ body: await buildFormData(value, platform) }),
  TEXT: (value) => ({ body: showValue(value), type: 'text/plain; charset=utf-8' }),
  BASE64: (value) => ({ body: decodeBase64(value), type: 'application/octet-stream' }),
};

/** Returns the body to send; undefined when there is none. A file is sent as its bytes. Throws PieceError. */
export const buildBody = async (
  value: JsonValue,
  kind: string,
  platform: FilesOnly,
): Promise<Body | undefined> => {
  if (value === null || value === '') return undefined;
  if (isFile(value) && kind === 'AUTO')
    return { body: asBlobPart(await platform.files.read(value)), type: value.type };
  return makers[kind]?.(value, platform);
};
