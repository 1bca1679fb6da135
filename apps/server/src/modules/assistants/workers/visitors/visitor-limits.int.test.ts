import { Uploaded, workerInputs } from '@atelier/contracts/assistants/workers/worker-inputs';
import { workers } from '@atelier/contracts/assistants/workers/workers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../../tests/client.ts';
import { startWorkerBed, type WorkerBed } from '../../../../../tests/worker-bed.ts';

let bed: WorkerBed;
beforeAll(async () => {
  // Limits of visitors hold wherever calls are limited at all.
  bed = await startWorkerBed([], { RATE_LIMIT_CHAT_PER_MINUTE: '1000' });
});
afterAll(() => bed.close());

const { trigger, upload } = workerInputs.endpoints;

const give = (by: Client, workerId: string) => by.send(trigger, { body: { workerId, input: 'A text.' } });
const statuses = async (by: Client, workerId: string, times: number): Promise<number[]> => {
  const found: number[] = [];
  for (let at = 0; at < times; at += 1) found.push((await give(by, workerId)).status);
  return found;
};
const publicWorker = async (visitorLimits: object) =>
  (await bed.deploy({ access: 'PUBLIC', visitorLimits })).workerId;

describe('visitors of a public worker', () => {
  it('are refused beyond what one visitor may send, and told how long to wait', async () => {
    const workerId = await publicWorker({ tenMinutes: 2, day: 10 });
    expect(await statuses(bed.server.visitor(), workerId, 2)).toEqual([200, 200]);
    const { status, body } = await give(bed.server.visitor(), workerId);
    expect([status, body.code]).toEqual([429, 'workers.visitor_limit']);
    expect(body.message).toMatch(
      /^You have sent as much as one visitor may\. Please wait \d+ minutes?, then/,
    );
    // Members are not counted, nor are the visitors of another worker.
    expect(await statuses(bed.client, workerId, 3)).toEqual([200, 200, 200]);
    expect(await statuses(bed.server.visitor(), await publicWorker({ tenMinutes: 1, day: 1 }), 1)).toEqual([
      200,
    ]);
  });

  it('have a limit for a day as well, which counts each file, and 0 means no limit', async () => {
    const workerId = await publicWorker({ tenMinutes: 0, day: 2 });
    const form = new FormData();
    form.set('workerId', workerId);
    for (const name of ['a.txt', 'b.txt', 'c.txt']) form.append('file', new File(['A text.'], name));
    const reply = await bed.server.visitor().fetch(upload.path, { method: 'POST', body: form });
    const { responseData } = (await reply.json()) as { responseData: unknown };
    const { records, refused } = Uploaded.parse(responseData);
    expect([records.length, refused.map(({ name }) => name)]).toEqual([2, ['c.txt']]);
    expect(refused[0]?.message).toContain('as much as one visitor may');
    const params = { id: workerId };
    await bed.client.call(workers.endpoints.update, {
      params,
      body: { visitorLimits: { tenMinutes: 0, day: 0 } },
    });
    expect(await statuses(bed.server.visitor(), workerId, 3)).toEqual([200, 200, 200]);
  });
});
