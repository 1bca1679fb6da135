import { flowRuns } from '@atelier/contracts/assistants/flows/flow-runs';
import { flows } from '@atelier/contracts/assistants/flows/flows';
import { workerRecords } from '@atelier/contracts/assistants/workers/worker-records';
import { type FakeServer, sendJson, startFakeServer } from '@atelier/models/tests/fake-http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Client } from '../../../../../tests/client.ts';
import { dumpDatabase } from '../../../../../tests/dump-database.ts';
import { parallel, pieceStep, type StepJson, webhookFlow } from '../../../../../tests/flow-json.ts';
import { eventually } from '../../../../../tests/harness.ts';
import { startWorkerBed, uniqueName, type WorkerBed } from '../../../../../tests/worker-bed.ts';

/** The last step of a flow that an agent runs, as the documents give it. */
const agentOutput = (output: string): StepJson =>
  pieceStep('step_4', ['utilities', 'agent_output'], {
    output,
    apiKey: '{{trigger.body.apiKey}}',
    tenantId: '{{trigger.body.tenantId}}',
    workerId: '{{trigger.body.workerId}}',
    workerRecordId: '{{trigger.body.workerRecordId}}',
  });

describe('the key of a run that a worker starts', () => {
  let bed: WorkerBed;
  let target: FakeServer;
  let log = '';
  /** What the target answers, and what it does before. */
  let answer: (key: string, recordId: string) => Promise<{ status?: number; body: unknown }>;

  beforeAll(async () => {
    target = await startFakeServer(async ({ headers, body }, response) => {
      const key = String(headers['authorization']).slice('Bearer '.length);
      const { status = 200, body: answered } = await answer(key, String(body['record']));
      sendJson(response, answered, { status });
    });
    const onLog = (line: string) => {
      log += line;
    };
    bed = await startWorkerBed([new URL(target.origin).host], {}, onLog);
  });
  afterAll(async () => {
    await bed.close();
    await target.close();
  });

  const call = (name = 'step_1', change: Record<string, unknown> = {}): StepJson =>
    pieceStep(name, ['http', 'send_request'], {
      method: 'POST',
      url: `${target.origin}/hook`,
      queryParams: { key: '{{trigger.body.apiKey}}' },
      headers: { Authorization: 'Bearer {{trigger.body.apiKey}}' },
      body: { record: '{{trigger.body.workerRecordId}}', key: '{{trigger.body.apiKey}}' },
      ...change,
    });

  /** Lets a worker work on one input with a flow. Returns the ids of the record and of the flow. */
  const work = async (steps: readonly StepJson[]) => {
    const { flowId } = await bed.client.call(flows.endpoints.create, {
      body: webhookFlow(uniqueName('Flow'), steps),
    });
    await bed.client.call(flows.endpoints.publish, { params: { id: flowId } });
    const { workerId } = await bed.deploy({ flowId, queue: [{ kind: 'API' }] });
    return { recordId: await bed.trigger(workerId, 'Hello'), workerId, flowId };
  };

  const readRecord = (key: string, id: string) =>
    new Client(bed.server.origin, key).send(workerRecords.endpoints.get, { params: { id } });

  it('reaches a service that the flow calls, which reads the record with it until the run ends', {
    tags: ['FLOW-09'],
  }, async () => {
    const read: number[] = [];
    let sent = '';
    answer = async (key, recordId) => {
      sent = key;
      const reply = await readRecord(key, recordId);
      read.push(reply.status);
      return { body: { name: reply.body.responseData?.recordId } };
    };
    const { recordId } = await work([call(), agentOutput('{{step_1.body.name}}')]);
    const record = await bed.ended(recordId);
    expect(record).toMatchObject({ status: 'COMPLETED', outputText: recordId });
    expect(sent).toMatch(/^run_[\w-]+\.[\w-]{43}$/);
    expect(target.requests.at(-1)?.path).toBe(`/hook?key=${sent}`);
    expect(target.requests.at(-1)?.body).toEqual({ record: recordId, key: sent });
    expect(read).toEqual([200]);
    expect((await readRecord(sent, recordId)).status).toBe(401);
  });

  it('opens its own record alone, and nothing else of the company', async () => {
    const other = await work([agentOutput('Another record')]);
    await bed.ended(other.recordId);
    const statuses: Record<string, number> = {};
    answer = async (key, recordId) => {
      const client = new Client(bed.server.origin, key);
      const ask = async (path: string, init: RequestInit = {}) => {
        statuses[`${init.method ?? 'GET'} ${path.replace(recordId, 'ID')}`] = (
          await client.fetch(path, init)
        ).status;
      };
      const json = { 'content-type': 'application/json' };
      await ask(`/api/worker/record-logs/${recordId}`);
      await ask(`/api/worker/record/${other.recordId}`);
      await ask(`/api/worker/record/${recordId}/../${other.recordId}`);
      await ask('/api/worker/workers');
      await ask('/api/auth/session');
      await ask('/api/agent/agents');
      await ask('/v1/models');
      await ask('/api/worker/cancel-record', {
        method: 'POST',
        headers: json,
        body: JSON.stringify({ recordId }),
      });
      return { body: {} };
    };
    await bed.ended((await work([call(), agentOutput('Done')])).recordId);
    expect(statuses).toEqual({
      'GET /api/worker/record-logs/ID': 200,
      [`GET /api/worker/record/${other.recordId}`]: 403,
      [`GET /api/worker/record/ID/../${other.recordId}`]: 403,
      'GET /api/worker/workers': 403,
      'GET /api/auth/session': 403,
      'GET /api/agent/agents': 403,
      'GET /v1/models': 403,
      'POST /api/worker/cancel-record': 403,
    });
  });

  it('ends with a run that is cancelled while the service still has it', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    let sent = '';
    answer = async (key) => {
      sent = key;
      await released;
      return { body: {} };
    };
    const { recordId } = await work([call(), agentOutput('Done')]);
    await eventually(async () => sent !== '' || undefined);
    expect((await readRecord(sent, recordId)).status).toBe(200);
    await bed.client.call(workerRecords.endpoints.cancel, { body: { recordId } });
    await eventually(async () => (await readRecord(sent, recordId)).status === 401 || undefined);
    release();
  });

  it('is in no view of the run, in no log and in no table, also when the service repeats it', async () => {
    const keys = new Set<string>();
    answer = async (key) => {
      keys.add(key);
      return { status: keys.size === 2 ? 404 : 200, body: { you: `sent ${key}` } };
    };
    const branches = parallel('step_0', [[call('step_1')], [call('step_2', { failOnError: false })]]);
    const first = await work([branches, agentOutput('{{step_1.body.you}} {{step_2.body.you}}')]);
    await bed.ended(first.recordId);
    const failing = await work([call(), agentOutput('{{step_1.body.you}}')]);
    const shown: string[] = [];
    for (const { recordId, flowId } of [first, failing]) {
      shown.push(JSON.stringify(await bed.ended(recordId)));
      const { items } = await bed.client.call(flowRuns.endpoints.list, { query: { flowId } });
      for (const { runId } of items) {
        shown.push(JSON.stringify(await bed.client.call(flowRuns.endpoints.get, { params: { runId } })));
        for (const of of ['INPUT', 'OUTPUT'] as const)
          shown.push(
            JSON.stringify(
              (await bed.client.send(flowRuns.endpoints.text, { params: { runId }, query: { of } })).body,
            ),
          );
      }
    }
    expect(keys.size).toBe(2);
    const everything = [...shown, log, ...(await dumpDatabase(bed.server)).map(({ row }) => row)].join('\n');
    for (const key of keys) expect(everything).not.toContain(key.slice(-43));
    expect(shown.join('')).toContain('sent key-of-this-run-');
    expect(shown.join('')).toContain('"apiKey":"•••"');
    expect(shown.join('')).toMatch(/answered with status 404: [^ ]*sent key-of-this-run-/);
  });
});
