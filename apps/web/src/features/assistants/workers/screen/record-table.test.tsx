import type {
  RecordActivity,
  RecordLine,
  WorkerRecord,
} from '@atelier/contracts/assistants/workers/record-shapes';
import type { Worker } from '@atelier/contracts/assistants/workers/worker-shapes';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { ada } from '../../../../../tests/builder-server.ts';
import { heading, open, withBuilderServer } from '../../../../../tests/open-app.tsx';
import { pageReply } from '../../../../../tests/source-replies.ts';

const server = withBuilderServer();
const at = '2026-03-01T10:00:00.000Z';

const line = (name: string, change: Partial<RecordLine>): RecordLine => ({
  ...{ recordId: `rec_${name}`, workerId: 'wrk_1', workerName: 'Letters', name, inputKind: 'API' },
  ...{ status: 'COMPLETED', stage: 'ENDED', isSample: false, cause: null, feedback: null },
  ...{ credits: 0, createdAt: at, endedAt: at },
  ...change,
});
const cancelled = { code: 'workers.cancelled', message: 'The work was cancelled.' };
const rejected = { code: 'workers.rejected', message: 'A person rejected the result.' };
const lines = [
  line('Done', {}),
  line('Broken', { status: 'ERRORED', cause: { code: 'agents.failed', message: 'The model refused.' } }),
  line('Given up', { status: 'FAILED' }),
  line('Called off', { status: 'FAILED', cause: cancelled }),
  line('Turned down', { status: 'FAILED', cause: rejected }),
  line('Refused call', {
    ...{ status: 'FAILED', stage: 'REFUSED', inputKind: 'WEBHOOK' },
    cause: { code: 'request.unreadable', message: 'The body is no JSON.' },
  }),
  line('Under way', { status: 'PENDING', stage: 'WORKING', endedAt: null }),
];

const worker: Worker = {
  ...{ workerId: 'wrk_1', tenantId: 'ten_1', name: 'Letters', description: '', template: null, revision: 1 },
  target: { kind: 'AGENT', id: 'agt_1', name: 'Clerk' },
  ...{ status: 'ACTIVE', access: 'PRIVATE', offline: null, inputKinds: ['API'], lastRecordAt: null },
  records: { total: 6, pending: 1, waiting: 0, completed: 1, errored: 1, failed: 3 },
  ...{ createdAt: at, updatedAt: at, abilities: {}, instructions: '', queue: [], outputs: [] },
  ...{ approval: 'NEVER', keepDays: null, sampleData: [], invitedUsers: [] },
  visitorLimits: { tenMinutes: 20, day: 100 },
};

const activity = (title: string, change: Partial<RecordActivity>): RecordActivity => ({
  ...{ at: 1, element: 'OUTPUT', title, status: 'FAILED', cause: null, detail: '', run: null },
  ...{ startedAt: at, endedAt: at },
  ...change,
});
const record = (name: string, activities: RecordActivity[] = []): WorkerRecord => ({
  ...(lines.find((each) => each.name === name) ?? line(name, {})),
  ...{ input: 'Hello', currentDate: '2026-03-01', currentTime: '10:00:00', parsedSource: null },
  ...{ source: { file: null, files: [], text: '' }, activities, outputText: '', outputData: null },
  ...{ output: [], outputFiles: [], runId: null, actions: [], abilities: {} },
});

it('names how each record ended, as lists do, and Rejected only what a person rejected', {
  tags: ['RECORD-02'],
}, async () => {
  server.current.state.user = ada;
  server.current.state.replies = {
    'GET /api/worker/workers/wrk_1': { data: worker },
    'GET /api/worker/records': pageReply(lines),
  };
  open('/worker?id=wrk_1');
  await heading('Letters');
  const table = await screen.findByRole('table', { name: 'Records' });
  const words = within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')[1]
        ?.textContent?.replace(/^Status/, ''),
    );
  expect(words).toEqual(['Completed', 'Failed', 'Failed', 'Cancelled', 'Rejected', 'Refused', 'Working']);
  await userEvent.selectOptions(screen.getByLabelText('Filter by status'), 'Cancelled');
  await waitFor(() =>
    expect(server.current.seen.map(({ url }) => url).join(' ')).toContain('ending=workers.cancelled'),
  );
});

it.each([
  ['Done', 'Success'],
  ['Broken', 'Errored'],
  ['Given up', 'Errored'],
  ['Called off', 'Cancelled'],
  ['Turned down', 'Rejected'],
])('shows the record “%s” on its own page as %s', async (name, word) => {
  server.current.state.user = ada;
  const shown = record(name, [activity('Approval by a person', { cause: cancelled })]);
  server.current.state.replies = {
    [`GET /api/worker/record/${encodeURIComponent(shown.recordId)}`]: { data: shown },
  };
  open(`/worker-record?id=${encodeURIComponent(shown.recordId)}`);
  await heading(name);
  await screen.findByText('Approval by a person');
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(word);
  const approval = screen.getByText('Approval by a person').closest('li');
  expect(within(approval as HTMLElement).getByText('Cancelled')).toBeTruthy();
  cleanup();
});
