import type { Field } from '@atelier/contracts/fields/fields';
import { longestText } from '../../limits.ts';
import { type ActionCall, type Piece, PieceError } from '../../piece.ts';
import { refuse } from '../../refuse.ts';
import { textOf } from '../../values.ts';

const contentOf: Field = {
  name: 'encoding',
  label: 'Content as',
  type: 'STATIC_DROPDOWN',
  default: 'TEXT',
  options: [
    { value: 'TEXT', label: 'Text' },
    { value: 'BASE64', label: 'Base64' },
  ],
};

/** Types by the ending of the name; everything else is bytes. */
const types: Readonly<Record<string, string>> = {
  txt: 'text/plain',
  md: 'text/markdown',
  csv: 'text/csv',
  html: 'text/html',
  json: 'application/json',
  xml: 'application/xml',
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
};

const nameOf = (given: string): string => {
  const name = given.trim();
  // oxlint-disable-next-line no-control-regex -- these characters cannot be part of a name
  if (/[/\\\u0000-\u001F]/.test(name) || name === '.' || name === '..')
    refuse('The name of a file cannot contain / or \\. Please correct it.');
  return name;
};

const bytesOf = (content: string, encoding: string): Uint8Array => {
  if (encoding !== 'BASE64') return new TextEncoder().encode(content);
  const bare = content.replace(/^data:[^,]{0,200},/, '').replace(/\s+/g, '');
  if (!/^[\w+/-]*={0,2}$/.test(bare))
    refuse('The content is not Base64. Please choose “Text”, or correct it.');
  return Buffer.from(bare, 'base64');
};

const write = async ({ input, key, platform }: ActionCall) => {
  const name = nameOf(textOf(input, 'name'));
  const mimeType = types[name.split('.').at(-1)?.toLowerCase() ?? ''] ?? 'application/octet-stream';
  const bytes = bytesOf(textOf(input, 'content'), textOf(input, 'encoding'));
  return { ...(await platform.files.write({ name, mimeType, bytes, key })) };
};

const decode = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return refuse('The file is not text in UTF-8. Please read it as Base64.');
  }
};

const read = async ({ input, platform }: ActionCall) => {
  const { name, mimeType, bytes } = await platform.files.read(textOf(input, 'fileId').trim());
  const isText = textOf(input, 'encoding') !== 'BASE64';
  if ((isText ? bytes.length : (bytes.length * 4) / 3) > longestText)
    throw new PieceError(
      'pieces.too_large',
      `“${name}” is too large to be read into a step. At most 1 MB can be.`,
    );
  return {
    name,
    mimeType,
    size: bytes.length,
    content: isText ? decode(bytes) : Buffer.from(bytes).toString('base64'),
  };
};

export const files: Piece = {
  name: 'files',
  version: '1.0.0',
  displayName: 'Files',
  description: 'Writes files that people can download, and reads files.',
  category: 'STORAGE',
  icon: 'file',
  triggers: [],
  actions: [
    {
      kind: 'outward',
      repeat: 'with-key',
      name: 'write_file',
      displayName: 'Write a file',
      description: 'Stores a file, and returns its id and its address.',
      fields: [
        {
          name: 'name',
          label: 'Name',
          type: 'SHORT_TEXT',
          required: true,
          max: 200,
          placeholder: 'report.csv',
        },
        { name: 'content', label: 'Content', type: 'LONG_TEXT', max: longestText },
        contentOf,
      ],
      sample: { fileId: 'fil_1', name: 'report.csv', size: 120, url: 'https://…' },
      run: write,
    },
    {
      kind: 'outward',
      repeat: 'with-key',
      name: 'read_file',
      displayName: 'Read a file',
      description: 'Returns the content of a file of up to 1 MB.',
      fields: [
        {
          name: 'fileId',
          label: 'File',
          type: 'SHORT_TEXT',
          required: true,
          max: 200,
          placeholder: '{{step_1.fileId}}',
        },
        contentOf,
      ],
      sample: { name: 'report.csv', mimeType: 'text/csv', size: 120, content: 'name,city' },
      run: read,
    },
  ],
};
