import { workerInputs } from '@atelier/contracts/build/workers/worker-inputs';
import { workerRecords } from '@atelier/contracts/build/workers/worker-records';
import { workers } from '@atelier/contracts/build/workers/workers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../../../../tests/eventually.ts';
import { startWorkerBed, uniqueName, type WorkerBed } from '../../../../../tests/worker-bed.ts';

let bed: WorkerBed;
beforeAll(async () => {
  bed = await startWorkerBed();
});
afterAll(() => bed.close());

const recordsOf = async (workerId: string) =>
  (await bed.client.call(workerRecords.endpoints.list, { query: { workerId } })).items;

describe('an agent', () => {
  it('has a name, a description, queue sources, what it runs, outputs, an agent to pass on to, and a sample to test with', {
    tags: ['AGENT-01'],
  }, async () => {
    const next = await bed.deploy();
    const agentId = await bed.makeAgent();
    const name = uniqueName('Invoices');
    const made = await bed.deploy({
      ...{ name, description: 'Reads invoices.', agentId },
      queue: [{ kind: 'UPLOAD' }, { kind: 'API' }, { kind: 'WEBHOOK' }],
      outputs: [
        { kind: 'FILE', name: 'Result', format: 'TEXT' },
        { kind: 'WORKER', workerId: next.workerId },
      ],
      sampleData: [{ name: 'A sample document', input: 'Invoice of 17 euros.' }],
    });
    const params = { id: made.workerId };
    const read = await bed.client.call(workers.endpoints.get, { params });
    expect(read).toMatchObject({
      name,
      description: 'Reads invoices.',
      target: { kind: 'AGENT', id: agentId },
    });
    expect(read.queue.map(({ settings }) => settings.kind)).toEqual(['UPLOAD', 'API', 'WEBHOOK']);
    expect(read.outputs.map(({ kind }) => kind)).toEqual(['FILE', 'WORKER']);
    const { records } = await bed.client.call(workerInputs.endpoints.populateSampleData, { params });
    const record = await bed.ended(records[0]?.recordId ?? '');
    expect(record).toMatchObject({ name: 'A sample document', isSample: true, status: 'COMPLETED' });
    expect(record.outputText).toContain('Invoice of 17 euros.');
    expect(record.outputFiles).toMatchObject([{ name: 'Result.txt' }]);
    const passed = await eventually(async () => {
      const [line] = await recordsOf(next.workerId);
      return line?.status === 'COMPLETED' && line;
    });
    expect(passed).toMatchObject({ inputKind: 'WORKER', name: 'A sample document' });
  });
});
