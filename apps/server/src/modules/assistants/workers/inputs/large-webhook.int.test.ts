import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorkerBed, type WorkerBed } from '../../../../../tests/worker-bed.ts';

describe('the webhook of a worker', () => {
  let bed: WorkerBed;
  beforeAll(async () => {
    bed = await startWorkerBed();
  });
  afterAll(() => bed.close());

  const send = async (body: string) => {
    const { queue } = await bed.deploy({ queue: [{ kind: 'WEBHOOK' }] });
    const response = await fetch(`${bed.server.origin}${queue[0]?.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    const reply = (await response.json()) as { code?: string; responseData: { records: { name: string }[] } };
    return { status: response.status, reply };
  };

  it('makes a file of the record of what no model could read at once', async () => {
    const { status, reply } = await send(JSON.stringify({ text: 'word '.repeat(400_000) }));
    expect([status, reply.responseData.records.map(({ name }) => name)]).toEqual([202, ['body.json']]);
    const files = await bed.server.sql<{ name: string; size: string }>(
      `select f.name, f.size from worker_record_files r join files f on f.id = r.file_id`,
    );
    expect(files).toEqual([{ name: 'body.json', size: '2000011' }]);
  });

  it('refuses more than 25 MB', async () => {
    const { status, reply } = await send(JSON.stringify('x'.repeat(25 * 1024 * 1024)));
    expect([status, reply.code]).toEqual([413, 'request.too_large']);
  });
});
