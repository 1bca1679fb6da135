import type { JsonValue } from '@atelier/contracts/fields/field-values';
import type { Field } from '@atelier/contracts/fields/fields';
import { readFileField, readFileListField, readText, typeOfName } from '../../files.ts';
import { longestText } from '../../limits.ts';
import type { ActionCall, OutwardAction, Piece } from '../../piece.ts';
import { refuse } from '../../refuse.ts';
import { readTextField } from '../../values.ts';

const fileField: Field = {
  name: 'file',
  label: 'File',
  type: 'FILE',
  required: true,
  placeholder: '{{trigger.body.document}}',
};
const nameField: Field = {
  name: 'name',
  label: 'Name of the file',
  type: 'SHORT_TEXT',
  required: true,
  max: 200,
  placeholder: 'report.csv',
  description: 'Its ending decides the type of the file.',
};
const filesField: Field = {
  name: 'files',
  label: 'Files',
  type: 'JSON',
  isAnyJson: true,
  required: true,
  default: null,
  description: 'A file of an earlier step, or a list of files.',
};

const sample = {
  id: 'fil_00000000000000000000000000',
  name: 'report.csv',
  type: 'text/csv',
  size: 1200,
  sha256: '',
};

const readFileName = ({ input }: ActionCall): string =>
  readTextField(input, 'name').trim() || refuse('The file needs a name, for example report.csv.');

const writeText = (call: ActionCall): Promise<JsonValue> => {
  const name = readFileName(call);
  const bytes = new TextEncoder().encode(readTextField(call.input, 'text'));
  return call.platform.files.write({ name, type: typeOfName(name), bytes });
};

const base64 = /^[\w+/-]*={0,2}$/;

const writeBytes = (call: ActionCall): Promise<JsonValue> => {
  const text = readTextField(call.input, 'base64')
    .replace(/^data:[^,]{0,200},/, '')
    .replace(/\s+/g, '');
  if (!base64.test(text))
    return refuse('The content is not Base64. Please choose the value of an earlier step.');
  const name = readFileName(call);
  return call.platform.files.write({ name, type: typeOfName(name), bytes: Buffer.from(text, 'base64') });
};

const copy = async (call: ActionCall): Promise<JsonValue> => {
  const { files } = call.platform;
  const name = readFileName(call);
  return files.write({
    name,
    type: typeOfName(name),
    bytes: await files.read(readFileField(call.input, 'file')),
  });
};

/** An action that may be repeated: what an earlier attempt wrote goes with the run. */
const action = (about: Omit<OutwardAction, 'kind' | 'repeat'>): OutwardAction => ({
  kind: 'outward',
  repeat: 'with-key',
  ...about,
});

export const files: Piece = {
  name: 'files',
  version: '1.0.0',
  displayName: 'Files',
  description: 'Reads, writes, packs and unpacks the files of a run.',
  category: 'STORAGE',
  icon: 'file',
  triggers: [],
  actions: [
    action({
      name: 'read_text',
      displayName: 'Read a text file',
      description: 'Returns the characters of a file, for example of a CSV, JSON or log file.',
      fields: [fileField],
      sample: { text: 'name,city' },
      run: async ({ input, platform }) => ({
        text: await readText(platform.files, readFileField(input, 'file')),
      }),
    }),
    action({
      name: 'extract_text',
      displayName: 'Read a document',
      description: 'Returns the words of a PDF, an Office document, a web page or a scan.',
      fields: [fileField],
      sample: { text: 'Invoice 4711', isComplete: true },
      run: async ({ input, platform, signal }) => ({
        ...(await platform.files.extractText(readFileField(input, 'file'), signal)),
      }),
    }),
    action({
      name: 'write_text',
      displayName: 'Write a text file',
      description: 'Makes a file of a text, for example of the CSV of an earlier step.',
      fields: [nameField, { name: 'text', label: 'Text', type: 'LONG_TEXT', max: longestText }],
      sample,
      run: writeText,
    }),
    action({
      name: 'write_bytes',
      displayName: 'Write a file from Base64',
      description: 'Makes a file of bytes that another service gave as Base64.',
      fields: [nameField, { name: 'base64', label: 'Base64', type: 'TEXT', required: true, max: 7_000_000 }],
      sample,
      run: writeBytes,
    }),
    action({
      name: 'copy_file',
      displayName: 'Copy under another name',
      description: 'Makes a second file with the same content.',
      fields: [fileField, nameField],
      sample,
      run: copy,
    }),
    action({
      name: 'list_files',
      displayName: 'List the files of the run',
      description: 'Returns all files that came with the trigger or that steps have made.',
      fields: [],
      sample: [sample],
      run: async ({ platform }) => platform.files.list(),
    }),
    action({
      name: 'delete_file',
      displayName: 'Delete a file',
      description: 'Deletes a file before its run is deleted.',
      fields: [fileField],
      sample: { deleted: true },
      run: async ({ input, platform }) => ({
        deleted: await platform.files.delete(readFileField(input, 'file')),
      }),
    }),
    action({
      name: 'zip_files',
      displayName: 'Pack files',
      description: 'Puts up to 100 files with 20 MB together into a ZIP archive.',
      fields: [filesField, { ...nameField, placeholder: 'reports.zip', default: 'files.zip' }],
      sample: { ...sample, name: 'files.zip', type: 'application/zip' },
      run: (call) => {
        const list = readFileListField(call.input, 'files');
        if (list.length === 0)
          return refuse('There is no file to pack. Please choose files of earlier steps.');
        return call.platform.files.zip(list, readFileName(call), call.signal);
      },
    }),
    action({
      name: 'unzip_file',
      displayName: 'Unpack an archive',
      description: 'Makes a file of each entry of a ZIP archive: up to 100 entries with 20 MB together.',
      fields: [fileField],
      sample: [sample],
      run: ({ input, platform, signal }) => platform.files.unzip(readFileField(input, 'file'), signal),
    }),
  ],
};
