import { agentRuns } from '@atelier/contracts/assistants/agents/agent-runs';
import { workerRecords } from '@atelier/contracts/assistants/workers/worker-records';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../../../../tests/eventually.ts';
import { startWorkerBed, type WorkerBed } from '../../../../../tests/worker-bed.ts';

const { endpoints } = agentRuns;
let bed: WorkerBed;
beforeAll(async () => {
  bed = await startWorkerBed();
});
afterAll(() => bed.close());

const ended = (runId: string) =>
  eventually(async () => {
    const run = await bed.client.call(endpoints.get, { params: { runId } });
    return run.endedAt === null ? undefined : run;
  });
const refuse = () => ({ text: 'No.', finish: 'content_filter' as const });
const sum = { first: 2, operation: 'ADD', second: 3 };

describe('a run whose model refused', () => {
  it('asks the model again when it is retried, makes no call again, and pays for both replies', async () => {
    const agentId = await bed.makeAgent({ tools: { toolList: [{ _id: 'tol_calculate' }] } });
    let asked = 0;
    bed.say(({ turn }) => {
      asked += 1;
      return turn === 0 ? { calls: [['calculate', sum]] } : refuse();
    });
    const body = { agentId, input: 'Add.' };
    const { runId } = await bed.client.call(endpoints.start, { body });
    const refused = await ended(runId);
    expect(refused).toMatchObject({
      ...{ status: 'FAILED', cause: { code: 'agents.refused' } },
      abilities: { canRetry: true },
    });
    expect(JSON.stringify(refused.cause)).not.toContain('repeats');
    expect(asked).toBe(2);
    bed.say(({ messages }) => {
      asked += 1;
      return { text: `It is ${String(messages.at(-1)?.content)}.` };
    });
    const again = await bed.client.call(endpoints.retry, { params: { runId } });
    const answered = await ended(again.runId);
    expect(answered).toMatchObject({ status: 'COMPLETED', output: 'It is 5.' });
    expect(asked).toBe(3);
    expect(answered.steps.filter(({ type }) => type === 'TOOL')).toHaveLength(1);
    // Each reply of this model costs the same: two before, and the one that was asked for again.
    expect(answered.credits).toBeCloseTo((refused.credits * 3) / 2, 6);
  });

  it('refuses again, and is retried again, as often as somebody wants', async () => {
    const agentId = await bed.makeAgent();
    let asked = 0;
    bed.say(() => {
      asked += 1;
      return asked < 3 ? refuse() : { text: 'Well, yes.' };
    });
    let { runId } = await bed.client.call(endpoints.start, { body: { agentId, input: 'Do it.' } });
    for (let attempt = 1; attempt < 3; attempt += 1) {
      expect((await ended(runId)).status).toBe('FAILED');
      ({ runId } = await bed.client.call(endpoints.retry, { params: { runId } }));
    }
    expect(await ended(runId)).toMatchObject({ status: 'COMPLETED', output: 'Well, yes.' });
    expect(asked).toBe(3);
  });

  it('is asked again when the record of a worker is retried', async () => {
    const { workerId } = await bed.deploy();
    bed.say(refuse);
    const recordId = await bed.trigger(workerId, 'Read it.');
    expect((await bed.ended(recordId)).status).toBe('ERRORED');
    bed.say(() => ({ text: 'Read.' }));
    await bed.client.call(workerRecords.endpoints.retry, { body: { recordId } });
    expect(await bed.ended(recordId)).toMatchObject({ status: 'COMPLETED', outputText: 'Read.' });
  });
});
