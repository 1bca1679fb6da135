import { createHash, createHmac } from 'node:crypto';
import type { Field, FieldValues } from '@atelier/contracts/fields/fields';
import { refuse } from '../../refuse.ts';
import { readTextField } from '../../values.ts';

export const encodings: Field = {
  name: 'encoding',
  label: 'Encoding',
  type: 'STATIC_DROPDOWN',
  required: true,
  default: 'BASE64',
  options: [
    { value: 'BASE64', label: 'Base64' },
    { value: 'BASE64URL', label: 'Base64 for addresses' },
    { value: 'HEX', label: 'Hexadecimal' },
    { value: 'URL', label: 'Part of an address (percent signs)' },
  ],
};

const buffers: Readonly<Record<string, BufferEncoding>> = {
  BASE64: 'base64',
  BASE64URL: 'base64url',
  HEX: 'hex',
};

export const encodeText = (text: string, encoding: string): string => {
  const named = buffers[encoding];
  return named ? Buffer.from(text).toString(named) : encodeURIComponent(text.toWellFormed());
};

const decodeAddress = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return refuse(
      'The text contains a percent sign that begins no character. Please check where it comes from.',
    );
  }
};

/** Throws PieceError `pieces.invalid_input` when the text is not encoded in this way. */
export const decodeText = (text: string, encoding: string): string => {
  const named = buffers[encoding];
  if (!named) return decodeAddress(text);
  const given = text.replace(/\s+/g, '');
  const isFit = encoding === 'HEX' ? /^(?:[0-9a-f]{2})*$/i : /^[\w+/-]*={0,2}$/;
  if (!isFit.test(given))
    return refuse('The text is not encoded in this way. Please choose another encoding.');
  return Buffer.from(given, named).toString('utf8');
};

export const hashText = (values: FieldValues): string => {
  const algorithm = readTextField(values, 'algorithm');
  const key = readTextField(values, 'key');
  const hash = key === '' ? createHash(algorithm) : createHmac(algorithm, key);
  return hash.update(readTextField(values, 'text')).digest('hex');
};
