import type { JsonValue } from '@atelier/contracts/fields/field-values';
import { nameOfDownload } from '../../name-of-download.ts';
import type { ActionCall, OutwardAction } from '../../piece.ts';
import { readTextField } from '../../values.ts';
import { exchange } from './send-request.ts';

const download = ({ input, ...call }: ActionCall): Promise<JsonValue> =>
  exchange(
    {
      ...call,
      input: { ...input, method: 'GET', failOnError: true, followRedirects: true, maxMegabytes: 20 },
    },
    async ({ url, response, bytes, type }) => {
      const bare = (type.split(';')[0] ?? '').trim().toLowerCase();
      const given = readTextField(input, 'name').trim();
      const name =
        given === ''
          ? nameOfDownload({
              disposition: response.headers.get('content-disposition') ?? '',
              url,
              type: bare,
            })
          : given;
      return call.platform.files.write({ name, bytes, ...(bare === '' ? {} : { type: bare }) });
    },
  );

export const downloadFile: OutwardAction = {
  kind: 'outward',
  // It only reads.
  repeat: 'with-key',
  name: 'download_file',
  displayName: 'Download a file',
  description: 'Fetches an address and keeps what it answers as a file of the run, up to 20 MB.',
  fields: [
    {
      name: 'url',
      label: 'Address',
      type: 'SHORT_TEXT',
      isAddress: true,
      required: true,
      max: 16_000,
      placeholder: 'https://example.com/report.pdf',
    },
    { name: 'queryParams', label: 'Query parameters', type: 'OBJECT' },
    { name: 'headers', label: 'Headers', type: 'OBJECT' },
    {
      name: 'name',
      label: 'Name of the file',
      type: 'SHORT_TEXT',
      max: 200,
      description: 'Empty: the name that the other side gives it.',
    },
    { name: 'timeoutSeconds', label: 'Time-out (seconds)', type: 'NUMBER', min: 1, max: 300, default: 60 },
  ],
  sample: {
    id: 'fil_00000000000000000000000000',
    name: 'report.pdf',
    type: 'application/pdf',
    size: 1000,
    sha256: '',
  },
  run: download,
};
