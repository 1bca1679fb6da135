import { flows } from '@atelier/contracts/assistants/flows/flows';
import type { Uploaded } from '@atelier/contracts/assistants/workers/worker-inputs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keep, pieceStep, type StepJson, webhookFlow } from '../../../../../tests/flow-json.ts';
import { startWorkerBed, uniqueName, type WorkerBed } from '../../../../../tests/worker-bed.ts';

const upload = async (bed: WorkerBed, workerId: string, file: File): Promise<string> => {
  const form = new FormData();
  form.set('workerId', workerId);
  form.append('file', file);
  const response = await bed.client.fetch('/api/worker/upload', { method: 'POST', body: form });
  const { records } = ((await response.json()) as { responseData: Uploaded }).responseData;
  return records[0]?.recordId ?? '';
};

/** The steps that the documents give to a flow of an agent, around one of its own. */
const output = (name: string, value: string): StepJson =>
  pieceStep(name, ['utilities', 'agent_output'], {
    output: value,
    apiKey: '{{trigger.body.apiKey}}',
    tenantId: '{{trigger.body.tenantId}}',
    workerId: '{{trigger.body.workerId}}',
    workerRecordId: '{{trigger.body.workerRecordId}}',
  });

describe('a flow that a worker runs', () => {
  let bed: WorkerBed;
  beforeAll(async () => {
    bed = await startWorkerBed();
  });
  afterAll(() => bed.close());

  /** Deploys a worker on a flow, which a record or a webhook starts. */
  const deploy = async (steps: readonly StepJson[], startedBy: 'record' | 'webhook') => {
    const body = webhookFlow(uniqueName('Flow'), steps);
    if (startedBy === 'record')
      Object.assign(body.trigger.settings, { pieceName: 'workers', triggerName: 'worker_record' });
    const { flowId } = await bed.client.call(flows.endpoints.create, { body });
    await bed.client.call(flows.endpoints.publish, { params: { id: flowId } });
    return bed.deploy({ flowId, queue: [{ kind: 'UPLOAD' }, { kind: 'API' }] });
  };

  it('starts with the record, and its output is that of the record', { tags: ['FLOW-08'] }, async () => {
    const worker = await deploy(
      [keep('step_1', '{{trigger.text}} by {{trigger.worker}}'), output('step_2', '{{step_1}}')],
      'record',
    );
    const record = await bed.ended(await bed.trigger(worker.workerId, 'Hello'));
    expect(record.status).toBe('COMPLETED');
    expect(record.outputText).toBe(`Hello by ${worker.name}`);
  });

  it('gets the document as a file that its steps can read, also one without text', async () => {
    const steps = [
      pieceStep('step_1', ['files', 'read_text'], { file: '{{trigger.files[0]}}' }),
      output('step_2', '{{step_1}}'),
    ];
    const worker = await deploy(steps, 'record');
    const text = new File(['Two seats.'], 'order.txt', { type: 'text/plain' });
    const record = await bed.ended(await upload(bed, worker.workerId, text));
    expect(record.outputText).toContain('Two seats.');
    const named = await deploy([output('step_1', '{{trigger.files[0].name}}')], 'record');
    const archive = new File([new Uint8Array([80, 75, 3, 4, 0, 0])], 'parts.zip');
    expect((await bed.ended(await upload(bed, named.workerId, archive))).outputText).toBe('parts.zip');
  });

  it('is told tenant, worker and record in the body of its trigger', { tags: ['FLOW-09'] }, async () => {
    const told = '{{trigger.body.tenantId}} {{trigger.body.workerId}} {{trigger.body.workerRecordId}}';
    for (const startedBy of ['record', 'webhook'] as const) {
      const worker = await deploy([output('step_1', told)], startedBy);
      const recordId = await bed.trigger(worker.workerId, 'Hello');
      const { outputText } = await bed.ended(recordId);
      expect(outputText).toBe(`${bed.tenantId} ${worker.workerId} ${recordId}`);
    }
  });
});
