import { flows } from '@atelier/contracts/assistants/flows/flows';
import { type FakeServer, type Handler, sendJson, startFakeServer } from '@atelier/models/tests/fake-http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { keep } from '../../../../../tests/flow-json.ts';
import { eventually, startTestServer, type TestServer } from '../../../../../tests/harness.ts';
import { pollSource } from './poll-source.ts';

interface Order {
  id: number;
  name: string;
}

describe('a polling trigger', () => {
  let orders: Order[] = [];
  let status = 200;
  let asked = 0;
  /** Called while the source answers. */
  let meanwhile: () => Promise<void> = () => Promise.resolve();
  const source: Handler = async (_request, response) => {
    asked += 1;
    await meanwhile();
    sendJson(response, { data: orders }, { status });
  };
  let shop: FakeServer;
  let server: TestServer;

  beforeAll(async () => {
    shop = await startFakeServer(source);
    server = await startTestServer({ env: { OUTBOUND_ALLOW: new URL(shop.origin).host } });
  });
  afterAll(async () => {
    await server.close();
    await shop.close();
  });
  beforeEach(() => {
    orders = [{ id: 1, name: 'Ann' }];
    status = 200;
    meanwhile = () => Promise.resolve();
  });

  const state = async (flowId: string) => {
    const [row] = await server.sql<{ next_at: Date | null; looked: string | null; code: string | null }>(
      `select next_at, state ->> 'lookedAt' as looked, cause ->> 'code' as code from flow_triggers where flow_id = $1`,
      [flowId],
    );
    return row;
  };
  const payloads = async (flowId: string) =>
    (
      await server.sql<{ payload: Order }>(
        `select input -> 'payload' as payload from runs where subject_id = $1 order by input #>> '{payload,name}'`,
        [flowId],
      )
    ).map(({ payload }) => payload.name);

  const publish = async (input: Record<string, unknown> = {}) => {
    const { client, user } = await server.signUp();
    const settings = {
      pieceName: 'http',
      pieceVersion: '',
      triggerName: 'new_items',
      input: { url: `${shop.origin}/orders`, itemsPath: 'data', everyMinutes: 10, ...input },
    };
    const { flowId } = await client.call(flows.endpoints.create, {
      body: {
        displayName: 'Orders',
        trigger: {
          name: 'trigger',
          type: 'PIECE_TRIGGER',
          displayName: 'New order',
          settings,
          nextAction: keep('step_1', '{{trigger.name}}'),
        },
      },
    });
    await client.call(flows.endpoints.publish, { params: { id: flowId } });
    const switchTo = (next: 'ENABLED' | 'DISABLED') =>
      client.call(flows.endpoints.setStatus, { params: { id: flowId }, body: { status: next } });
    const read = async () =>
      (await client.call(flows.endpoints.get, { params: { id: flowId }, query: {} })).polling;
    return { client, flowId, switchTo, read, ctx: server.contextOf(user.tenantId) };
  };
  const looked = (flowId: string) => eventually(async () => (await state(flowId))?.looked ?? undefined);

  type Published = Awaited<ReturnType<typeof publish>>;
  /** Looks at the source as if the time had come, in as many processes as are asked for. */
  const look = async ({ flowId, ctx }: Pick<Published, 'flowId' | 'ctx'>, times = 1) => {
    const due = new Date(Date.now() + 24 * 3600_000);
    await server.sql(`update flow_triggers set next_at = $2 where flow_id = $1`, [flowId, due.toISOString()]);
    const job = { flowId, trigger: 'trigger', at: due.toISOString() };
    await Promise.all(Array.from({ length: times }, () => pollSource(ctx, job)));
    return job;
  };

  it('remembers what is there, and then starts one run for each new event', async () => {
    const flow = await publish();
    await looked(flow.flowId);
    expect(await payloads(flow.flowId)).toEqual([]);
    orders.push({ id: 2, name: 'Bob' }, { id: 3, name: 'Cleo' });
    await look(flow);
    expect(await payloads(flow.flowId)).toEqual(['Bob', 'Cleo']);
    orders = [{ id: 3, name: 'Cleo, changed' }];
    await look(flow);
    expect(await payloads(flow.flowId)).toEqual(['Bob', 'Cleo']);
    const [polling] = await flow.read();
    expect(polling).toMatchObject({ trigger: 'trigger', failure: null });
    const pause = Date.parse(polling?.nextAt ?? '') - Date.parse(polling?.lookedAt ?? '');
    expect(pause).toBe(10 * 60_000);
  });

  it('begins with what is there when it is set to', async () => {
    const flow = await publish({ includeExisting: true });
    await looked(flow.flowId);
    expect(await payloads(flow.flowId)).toEqual(['Ann']);
  });

  it('asks once and starts once, however many processes have the same job', async () => {
    const flow = await publish();
    await looked(flow.flowId);
    orders.push({ id: 2, name: 'Bob' });
    const before = asked;
    const job = await look(flow, 4);
    await pollSource(flow.ctx, job);
    expect(asked - before).toBe(1);
    expect(await payloads(flow.flowId)).toEqual(['Bob']);
  });

  it('loses nothing and starts nothing twice when another process takes over a look that lasts too long', async () => {
    const flow = await publish();
    await looked(flow.flowId);
    orders.push({ id: 2, name: 'Bob' });
    meanwhile = async () => {
      meanwhile = () => Promise.resolve();
      await look(flow);
    };
    await look(flow);
    expect(await payloads(flow.flowId)).toEqual(['Bob']);
  });

  it('starts nothing for what happened while the flow was off, or is switched off while it looks', async () => {
    const flow = await publish();
    await looked(flow.flowId);
    await flow.switchTo('DISABLED');
    expect((await state(flow.flowId))?.next_at).toBeNull();
    orders.push({ id: 2, name: 'Bob' });
    await flow.switchTo('ENABLED');
    await looked(flow.flowId);
    orders.push({ id: 3, name: 'Cleo' });
    meanwhile = async () => void (await flow.switchTo('DISABLED'));
    await look(flow);
    expect(await payloads(flow.flowId)).toEqual([]);
  });

  it('looks less often after failures, shows them, and goes on once the source answers', async () => {
    const flow = await publish();
    await looked(flow.flowId);
    orders.push({ id: 2, name: 'Bob' });
    status = 500;
    const pauses: number[] = [];
    while (pauses.length < 2) {
      await look(flow);
      pauses.push(((await state(flow.flowId))?.next_at?.getTime() ?? 0) - Date.now());
    }
    expect(pauses.map((ms) => Math.round(ms / 60_000))).toEqual([20, 40]);
    expect((await flow.read())[0]?.failure).toContain('answered with status 500');
    status = 200;
    await look(flow);
    expect(await payloads(flow.flowId)).toEqual(['Bob']);
    expect((await flow.read())[0]?.failure).toBeNull();
  });

  it('names what is wrong with the answer of the source', async () => {
    const flow = await publish({ itemsPath: 'orders' });
    await eventually(async () => (await state(flow.flowId))?.code ?? undefined);
    expect((await flow.read())[0]?.failure).toContain('There is no list at “orders”');
  });
});
