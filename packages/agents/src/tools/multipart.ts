import type { ArgumentWriting } from '@atelier/contracts/assistants/tools/tool-shapes';
import { isObject, type JsonValue } from '@atelier/contracts/fields/field-values';
import { asContent, shown } from './write-argument.ts';

/** A field of a form, with what is known about how it is written. */
export interface FormField {
  name: string;
  value: JsonValue;
  writing: ArgumentWriting | undefined;
}

/** Names as browsers write them into forms with parts. */
const quoted = (name: string): string =>
  name.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22');

const buildFormPart = (name: string, value: JsonValue, writing: ArgumentWriting | undefined): string => {
  const given = writing?.style === 'CONTENT' ? writing.contentType : undefined;
  const type = given ?? (isObject(value) || Array.isArray(value) ? 'application/json' : undefined);
  const text = type === undefined ? (value === null ? '' : shown(value)) : asContent(value, type);
  const header = type === undefined ? '' : `Content-Type: ${type}\r\n`;
  return `Content-Disposition: form-data; name="${quoted(name)}"\r\n${header}\r\n${text}\r\n`;
};

/** Writes a form with parts: one for each entry of a list, and JSON for objects. */
export const writeMultipart = (fields: readonly FormField[]): { type: string; body: string } => {
  // Nobody who writes an argument knows it, so that no argument contains it.
  const boundary = `form-${crypto.randomUUID()}`;
  const parts = fields.flatMap(({ name, value, writing }) =>
    (Array.isArray(value) ? value : [value]).map((one) => buildFormPart(name, one, writing)),
  );
  const body = `${parts.map((part) => `--${boundary}\r\n${part}`).join('')}--${boundary}--\r\n`;
  return { type: `multipart/form-data; boundary=${boundary}`, body };
};
