import type { ShownFile } from '@atelier/contracts/assistants/chat/shown-file';
import type { WorkerRecord } from '@atelier/contracts/assistants/workers/record-shapes';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { ada } from '../../../../../tests/builder-server.ts';
import { heading, open, withBuilderServer } from '../../../../../tests/open-app.tsx';

const server = withBuilderServer();
const at = '2026-03-01T10:00:00.000Z';

const record: WorkerRecord = {
  ...{ recordId: 'rec_1', workerId: 'wrk_1', workerName: 'Invoices', name: 'letter.txt' },
  ...{
    status: 'COMPLETED',
    stage: 'ENDED',
    inputKind: 'UPLOAD',
    isSample: false,
    cause: null,
    feedback: null,
  },
  ...{ credits: 0, createdAt: at, endedAt: at, currentDate: '2026-03-01', currentTime: '10:00:00' },
  input: { file: { name: 'letter.txt' }, text: 'Please check invoice 77.' },
  source: {
    file: null,
    files: [
      {
        ...{ id: 'fil_0000000001', name: 'letter.txt', type: 'text/plain', size: 40, sha256: '0' },
        url: '/api/worker/record/rec_1/files/fil_0000000001',
      },
    ],
    text: '',
  },
  ...{ parsedSource: null, activities: [], outputFiles: [], output: [], runId: null, actions: [] },
  outputText: '{"total":1224,"number":77,"supplier":"Brook"}',
  outputData: { total: 1224, number: 77, supplier: 'Brook' },
  abilities: {},
};
const shown: ShownFile = {
  ...{ form: 'TEXT', fileBytes: null, isWhole: true },
  sections: [{ ordinal: 0, page: null, second: null, start: 0, text: 'Net 1,020.00\n\nTotal 1,224.00 GBP' }],
};

it('marks where the document, or the text beside it, says a value of the result, and offers nothing for what neither says', async () => {
  server.current.state.user = ada;
  server.current.state.replies = {
    'GET /api/worker/record/rec_1': { data: record },
    'GET /api/worker/record/rec_1/files/fil_0000000001/shown': { data: shown },
  };
  open('/worker-record?id=rec_1');
  await heading('letter.txt');
  const show = (name: string) =>
    screen.findByRole('button', { name: `Show where the source says it: ${name}` });
  await userEvent.click(await show('Total'));
  const document = screen.getByRole('region', { name: 'Text of the document' });
  expect((await within(document).findByText('1,224.00', { selector: 'mark' })).textContent).toBe('1,224.00');
  await userEvent.click(await show('Number'));
  const text = screen.getByRole('region', { name: 'Text' });
  expect(within(text).getByText('77', { selector: 'mark' })).toBeTruthy();
  expect(document.querySelector('mark')).toBeNull();
  expect(screen.queryByRole('button', { name: /source says it: Supplier/ })).toBeNull();
});
