import { gzipSync } from 'node:zlib';
import { flowRuns } from '@atelier/contracts/assistants/flows/flow-runs';
import { flowSettings } from '@atelier/contracts/assistants/flows/flow-settings';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../../tests/client.ts';
import { type FlowBed, flowBed } from '../../../../../tests/flow-bed.ts';
import { codeStep, keep, loop, pieceStep, respondWith, router } from '../../../../../tests/flow-json.ts';
import { startTestServer, type TestServer } from '../../../../../tests/harness.ts';

const megabyte = 1024 * 1024;

describe('a large body of a webhook', () => {
  let server: TestServer;
  let client: Client;
  let bed: FlowBed;

  beforeAll(async () => {
    server = await startTestServer();
    ({ client } = await server.signUp());
    bed = flowBed(server, client);
  });
  afterAll(() => server.close());

  const rows = Array.from({ length: 3000 }, (_, at) => ({ at, name: `row ${at}`, note: 'x'.repeat(300) }));
  const body = JSON.stringify({ id: 7, price: 0, rows }).replace(
    '"price":0',
    '"price":1432.0531571421431500',
  );

  it('is given to steps field by field, through expressions, conditions, loops, code and pure steps', async () => {
    const flowId = await bed.publish([
      router('step_1', [
        {
          branchName: 'Seven',
          condition: { firstValue: '{{trigger.body.id}}', operator: 'NUMBER_IS_EQUAL_TO', secondValue: '7' },
          body: [keep('seven', 'yes')],
        },
        { branchName: 'Other', body: [keep('other', 'no')] },
      ]),
      codeStep('code', 'export const code = ({ rows }) => rows.length + 1;', {
        rows: '{{trigger.body.rows}}',
      }),
      loop('loop', '{{trigger.body.rows}}', [keep('kept', '{{loop.item.name}}')]),
      pieceStep('joined', ['text', 'join_texts'], {
        texts: ['{{trigger.body.rows[2999].name}}', '{{trigger.body.rows.length}}'],
        separator: ', ',
      }),
      respondWith('answer', {
        branch: '{{step_1.branches}}',
        price: '{{trigger.body.price}}',
        code: '{{code}}',
        last: '{{loop.item.name}}',
        rounds: '{{loop.index}}',
        joined: '{{joined}}',
        text: 'No. {{trigger.body.id}}',
        missing: '{{trigger.body.nothing.at.all}}',
        found: '{{trigger.body.rows.filter(row => row.at > 2997).map(row => row.name)}}',
      }),
    ]);
    const text = await (await bed.post(`${flowId}/sync`, body)).text();
    expect(text).toContain('"price":1432.0531571421431500');
    expect(JSON.parse(text)).toEqual({
      branch: ['Seven'],
      price: Number('1432.0531571421431500'),
      code: 3001,
      last: 'row 2999',
      rounds: 3000,
      joined: 'row 2999, 3000',
      text: 'No. 7',
      missing: null,
      found: ['row 2998', 'row 2999'],
    });
  });

  it('is sent back whole, and inside something else', async () => {
    const whole = await bed.publish([respondWith('step_1', '{{trigger.body}}')]);
    expect(await (await bed.post(`${whole}/sync`, body)).text()).toBe(body);
    const inside = await bed.publish([respondWith('step_1', { rows: '{{trigger.body.rows}}' })]);
    expect(await (await bed.post(`${inside}/sync`, body)).text()).toBe(JSON.stringify({ rows }));
    const text = 'ä'.repeat(megabyte);
    const sent = await fetch(`${server.origin}/api/orchestrator/webhooks/${whole}/sync`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain; charset=iso-8859-1' },
      body: Buffer.from(text, 'latin1'),
    });
    expect(sent.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect((await sent.text()) === text).toBe(true);
  });

  it('is shown as its beginning with its size, and can be downloaded as it was sent', async () => {
    const flowId = await bed.publish([keep('step_1', '{{trigger.body.id}}')]);
    const response = await fetch(`${server.origin}/api/orchestrator/webhooks/${flowId}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      body: gzipSync(body),
    });
    const { responseData } = (await response.json()) as { responseData: { runId: string } };
    const { runId } = responseData;
    expect((await bed.ended(runId)).status).toBe('SUCCEEDED');
    const [trigger] = await bed.stepsOf(runId, 'trigger');
    const shown = JSON.parse(trigger?.output?.text ?? '') as {
      body: { large: { size: number }; head: string };
    };
    expect(shown.body.large.size).toBe(body.length);
    expect(shown.body.head).toBe(body.slice(0, 1000));
    const { files } = await client.call(flowRuns.endpoints.files, { params: { runId } });
    expect(files).toHaveLength(1);
    const download = await client.fetch(`/api/orchestrator/runs/${runId}/files/${files[0]?.id}`);
    expect(await download.text()).toBe(body);
  });

  it('is there for a replay and a retry', async () => {
    const flowId = await bed.publish([
      codeStep(
        'code',
        'export const code = ({ id }) => { if (id === 7) throw new Error("no"); return id; };',
        {
          id: '{{trigger.body.id}}',
        },
      ),
    ]);
    const failed = await bed.ended(await bed.start(flowId, body));
    expect(failed.cause?.message).toContain('no');
    const { replay, retry } = flowRuns.endpoints;
    const params = { runId: failed.runId };
    for (const again of [
      await client.call(replay, { params, body: {} }),
      await client.call(retry, { params }),
    ])
      expect((await bed.ended(again.runId)).cause?.message).toContain('no');
  });

  it('continues a run that waits for it', async () => {
    const flowId = await bed.publish([
      keep('link', '{{run.resumeUrl}}'),
      pieceStep('wait', ['webhook', 'wait_for_webhook'], {}),
      keep('kept', '{{wait.body.rows[1].name}}'),
    ]);
    const runId = await bed.start(flowId);
    await bed.waiting(runId, 'wait');
    const [link] = await bed.stepsOf(runId, 'link');
    const address = /\/api\/orchestrator\/resume\/[\w.-]+/.exec(link?.output?.text ?? '')?.[0] ?? '';
    const send = (sent: string) =>
      fetch(new URL(address, server.origin), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: sent,
      });
    for (const broken of ['{', `${body}]`]) expect((await send(broken)).status).toBe(400);
    const { items } = await client.call(flowRuns.endpoints.list, { query: { flowId, status: 'REFUSED' } });
    expect(items.map(({ cause }) => cause?.code)).toEqual(['request.unreadable', 'request.unreadable']);
    expect((await send(body)).status).toBe(200);
    expect((await bed.ended(runId)).status).toBe('SUCCEEDED');
    const [kept] = await bed.stepsOf(runId, 'kept');
    expect(kept?.output?.text).toContain('row 1');
  });

  it('counts by a key of its own', async () => {
    const flowId = await bed.publish([keep('step_1', '{{trigger[0].body.id + trigger[1].body.id}}')]);
    await client.call(flowSettings.endpoints.put, {
      params: { id: flowId },
      body: { batch: { size: 2, seconds: 3600, key: '{{trigger.body.id}}' } },
    });
    const first = await bed.start(flowId, body);
    const other = await bed.start(flowId, body.replace('"id":7', '"id":8'));
    const second = await bed.start(flowId, body);
    expect(second).toBe(first);
    expect(other).not.toBe(first);
    expect((await bed.ended(first)).status).toBe('SUCCEEDED');
  });

  it('is refused beyond 25 MB before it is read, and when it cannot be read', async () => {
    const flowId = await bed.publish([respondWith('step_1', 'done')]);
    const send = async (sent: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) => {
      const response = await fetch(`${server.origin}/api/orchestrator/webhooks/${flowId}/sync`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: sent,
      });
      return [response.status, ((await response.json()) as { message: string }).message];
    };
    const large = 'The request is too large: at most 25 MB can be sent here.';
    expect(await send(JSON.stringify('x'.repeat(25 * megabyte)))).toEqual([413, large]);
    const packed = new Uint8Array(gzipSync(JSON.stringify('x'.repeat(25 * megabyte))));
    expect(await send(packed, { 'content-encoding': 'gzip' })).toEqual([413, large]);
    expect(await send(`${body}]`)).toEqual([
      400,
      `The body is not JSON at line 1, column ${body.length + 1}: Something follows the value.`,
    ]);
    expect(await server.sql('select 1 from run_files where scope_id = $1', [flowId])).toEqual([]);
  });
});
