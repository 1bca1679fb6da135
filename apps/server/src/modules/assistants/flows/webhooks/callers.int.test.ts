import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { flows } from '@atelier/contracts/assistants/flows/flows';
import { connections } from '@atelier/contracts/content/connections/connections';
import type { FieldValues } from '@atelier/contracts/fields/fields';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../../tests/client.ts';
import { rawRequest } from '../../../../../tests/edge/raw-request.ts';
import { type FlowBed, flowBed } from '../../../../../tests/flow-bed.ts';
import { pieceStep, respondWith, webhookFlow } from '../../../../../tests/flow-json.ts';
import { startTestServer, type TestServer } from '../../../../../tests/harness.ts';

const secret = 'a-long-secret';
const body = JSON.stringify({ order: 7, name: 'Zoë' });

const sign = (text: string, key = secret) => createHmac('sha256', key).update(text).digest();

describe('the callers of a webhook', () => {
  let server: TestServer;
  let client: Client;
  let bed: FlowBed;

  beforeAll(async () => {
    server = await startTestServer({ env: { REDIRECT_HOSTS: 'shop.example' } });
    ({ client } = await server.signUp());
    bed = flowBed(server, client);
  });
  afterAll(() => server.close());

  /** Publishes a flow whose callers have to prove themselves. Returns its address. */
  const protect = async (values: FieldValues, input: FieldValues = {}): Promise<string> => {
    const { connectionId } = await client.call(connections.endpoints.create, {
      body: { service: 'WEB', kind: 'WEBHOOK_CALLER', name: `Caller ${crypto.randomUUID()}`, values },
    });
    const flow = webhookFlow('Protected', [respondWith('step_1', '{{trigger.body.order}}')]);
    const settings = { ...flow.trigger.settings, input, connectionId };
    const { flowId } = await client.call(flows.endpoints.create, {
      body: { ...flow, trigger: { ...flow.trigger, settings } },
    });
    await client.call(flows.endpoints.publish, { params: { id: flowId } });
    return `${flowId}/sync`;
  };
  /** Counts the runs that were started. Calls that were refused are in the history, too. */
  const countRuns = async (path: string) =>
    (
      await server.sql(`select 1 from runs where subject_id = $1 and kind <> 'flows.refused'`, [
        path.split('/')[0],
      ])
    ).length;

  it('are answered also when the run takes long to be stored', async () => {
    const flowId = await bed.publish([pieceStep('step_1', ['json', 'parse_json'], { text: '[7]' })]);
    expect((await bed.ask(flowId)).status).toBe(200);
    const slow = server.sql('do $$ begin lock table runs in share mode; perform pg_sleep(0.8); end $$');
    await sleep(50);
    expect((await bed.ask(flowId)).status).toBe(200);
    await slow;
    expect(await countRuns(flowId)).toBe(2);
  });

  it('start a flow with the signature of exactly the bytes that they send', async () => {
    const path = await protect({ proof: 'HMAC_SHA256', header: 'X-Hub-Signature-256', secret });
    const post = async (given: Record<string, string>, sent = body) =>
      (await bed.post(path, sent, given)).status;
    const hex = sign(body).toString('hex');
    for (const right of [`sha256=${hex}`, hex, hex.toUpperCase(), sign(body).toString('base64')])
      expect(await post({ 'x-hub-signature-256': right })).toBe(200);
    const runs = await countRuns(path);
    expect(runs).toBe(4);
    for (const wrong of [
      `sha256=${sign(body, 'another-key').toString('hex')}`,
      `sha1=${hex}`,
      hex.slice(1),
      '',
    ])
      expect([wrong, await post({ 'x-hub-signature-256': wrong })]).toEqual([wrong, 401]);
    expect(await post({})).toBe(401);
    expect(await post({ 'x-hub-signature-256': hex }, body.replace('7', '8'))).toBe(401);
    expect(await post({ 'x-hub-signature-256': hex }, `${body} `)).toBe(401);
    expect(await countRuns(path)).toBe(runs);
  });

  it('sign forms with files too, of which nothing is kept when the signature is wrong', async () => {
    const path = await protect({ proof: 'HMAC_SHA256', header: 'X-Signature', secret });
    // More than one chunk of the stream, so that the signature covers bytes that come later.
    const large = new File([new Uint8Array(300_000).fill(7)], 'order.bin');
    const form = new FormData();
    form.set('order', '7');
    form.set('file', large);
    const packed = new Response(form);
    const type = packed.headers.get('content-type') ?? '';
    const bytes = Buffer.from(await packed.arrayBuffer());
    const signature = createHmac('sha256', secret).update(bytes).digest('hex');
    const post = async (given: string, sent = bytes) => {
      const headers = { 'content-type': type, 'x-signature': given };
      const address = `${server.origin}/api/orchestrator/webhooks/${path}`;
      const response = await fetch(address, { method: 'POST', headers, body: sent });
      return [response.status, await response.text()];
    };
    expect(await post(signature)).toEqual([200, '7']);
    const countFiles = async () =>
      (await server.sql('select 1 from run_files where scope_id = $1', [path.split('/')[0]])).length;
    expect([await countRuns(path), await countFiles()]).toEqual([1, 1]);
    const other = Buffer.from(bytes);
    other[other.length - 1000] = 8;
    expect((await post(signature, other))[0]).toBe(401);
    expect((await post('0'.repeat(64)))[0]).toBe(401);
    expect([await countRuns(path), await countFiles()]).toEqual([1, 1]);
  });

  it.each([
    [
      'Slack',
      { handshake: 'SLACK' },
      { method: 'POST', query: '', body: { type: 'url_verification', challenge: 'c-1' } },
      [200, 'c-1'],
    ],
    [
      'Meta',
      { handshake: 'META', verifyToken: 'ours' },
      {
        method: 'GET',
        query: '?hub.mode=subscribe&hub.verify_token=ours&hub.challenge=c-2',
        body: undefined,
      },
      [200, 'c-2'],
    ],
    [
      'Meta with another token',
      { handshake: 'META', verifyToken: 'ours' },
      {
        method: 'GET',
        query: '?hub.mode=subscribe&hub.verify_token=theirs&hub.challenge=c',
        body: undefined,
      },
      [403, 'The verify token is another one.'],
    ],
    [
      'Microsoft Graph',
      { handshake: 'MICROSOFT' },
      { method: 'POST', query: '?validationToken=a%20%3Cb%3E', body: undefined },
      [200, 'a <b>'],
    ],
    [
      'others',
      { handshake: 'QUERY', handshakeParameter: 'crc' },
      { method: 'GET', query: '?crc=c-3', body: undefined },
      [200, 'c-3'],
    ],
  ])(
    'test the address by the handshake of %s, which starts nothing, also where events are signed',
    async (...row) => {
      const [, input, { method, query, body: sent }, expected] = row;
      const path = await protect({ proof: 'HMAC_SHA256', header: 'X-Signature', secret }, input);
      const flowId = path.split('/')[0] ?? '';
      const call = (suffix: string, json?: unknown) =>
        fetch(`${server.origin}/api/orchestrator/webhooks/${flowId}${suffix}`, {
          method,
          ...(json === undefined
            ? {}
            : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(json) }),
        });
      const reply = await call(query, sent);
      expect([reply.status, await reply.text()]).toEqual(expected);
      expect(reply.headers.get('content-type')).toContain('text/plain');
      expect(reply.headers.get('content-security-policy')).toContain('sandbox');
      // Everything else has to be signed as before.
      expect((await call('?other=1', sent === undefined ? undefined : { type: 'event' })).status).toBe(401);
      expect(await countRuns(path)).toBe(0);
    },
  );

  it('start a flow with its secret in a header, or with name and password, and not without', async () => {
    const inHeader = await protect({ proof: 'HEADER', header: 'X-Webhook-Secret', secret });
    const withLogin = await protect({ proof: 'BASIC', login: { username: 'ann', password: 'pässword:1' } });
    const basic = (pair: string) => ({ authorization: `Basic ${Buffer.from(pair).toString('base64')}` });
    const post = async (path: string, headers: Record<string, string>) => {
      const response = await bed.post(path, body, headers);
      return response.status;
    };
    expect(await post(inHeader, { 'x-webhook-secret': secret })).toBe(200);
    expect(await post(inHeader, { 'x-webhook-secret': `${secret}x` })).toBe(401);
    expect(await post(inHeader, {})).toBe(401);
    expect(await post(withLogin, basic('ann:pässword:1'))).toBe(200);
    expect(await post(withLogin, basic('ann:wrong'))).toBe(401);
    expect(await post(withLogin, {})).toBe(401);
    expect([await countRuns(inHeader), await countRuns(withLogin)]).toEqual([1, 1]);
  });

  it('get pages and files in which a browser runs nothing, and no header that changes the site', async () => {
    const flowId = await bed.publish([
      pieceStep('step_1', ['webhook', 'return_response'], {
        status: 200,
        headers: {
          'content-type': 'text/html; charset=utf-8',
          'content-security-policy': "default-src * 'unsafe-inline'",
          'x-content-type-options': 'none',
          'x-frame-options': 'ALLOWALL',
          'access-control-allow-origin': '*',
          'strict-transport-security': 'max-age=0',
          'clear-site-data': '"*"',
          'content-disposition': 'inline; filename="a.html"',
          'x-own': 'yes',
        },
        body: '<script>document.title = "run"</script>',
      }),
    ]);
    const { headers } = await bed.post(`${flowId}/sync`, {});
    expect(headers.get('content-security-policy')).toBe("sandbox; default-src 'none'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('x-own')).toBe('yes');
    expect(headers.get('content-disposition')).toBe('inline; filename="a.html"');
    expect(headers.get('x-frame-options')).not.toBe('ALLOWALL');
    for (const name of ['access-control-allow-origin', 'clear-site-data', 'set-cookie'])
      expect([name, headers.get(name)]).toEqual([name, null]);
    expect(headers.get('strict-transport-security')).not.toBe('max-age=0');
  });

  it.each([
    ['application/javascript', 'application/octet-stream'],
    ['text/javascript; charset=utf-8', 'application/octet-stream'],
    ['TEXT/CSS', 'application/octet-stream'],
    ['application/wasm', 'application/octet-stream'],
    ['text/cache-manifest', 'application/octet-stream'],
    ['text/event-stream', 'application/octet-stream'],
    ['application/problem+json; charset=utf-8', 'application/problem+json; charset=utf-8'],
    ['text/csv; charset=utf-8', 'text/csv; charset=utf-8'],
    ['image/png', 'image/png'],
  ])('get %s as %s', async (named, served) => {
    const input = { status: 200, headers: { 'content-type': named }, body: 'document.title = "run"' };
    const flowId = await bed.publish([pieceStep('step_1', ['webhook', 'return_response'], input)]);
    expect((await bed.post(`${flowId}/sync`, {})).headers.get('content-type')).toBe(served);
  });

  it.each(['script', 'style', 'worker', 'sharedworker', 'serviceworker', 'audioworklet', 'manifest'])(
    'get nothing that a page loads as a %s',
    async (destination) => {
      const input = { status: 200, headers: { 'content-type': 'text/plain' }, body: 'alert(1)' };
      const flowId = await bed.publish([pieceStep('step_1', ['webhook', 'return_response'], input)]);
      const headers = { 'sec-fetch-dest': destination, 'sec-fetch-site': 'same-origin' };
      const refused = await fetch(`${server.origin}/api/orchestrator/webhooks/${flowId}/sync`, { headers });
      expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([
        403,
        'request.not_code',
      ]);
      expect(await countRuns(flowId)).toBe(0);
    },
  );

  it('send people to other sites by a page that says where, and programs and listed hosts at once', async () => {
    const leadTo = async (location: string) => {
      const input = { status: 302, headers: { Location: location }, body: null };
      const flowId = await bed.publish([pieceStep('step_1', ['webhook', 'return_response'], input)]);
      return `${server.origin}/api/orchestrator/webhooks/${flowId}/sync`;
    };
    const sendTo = async (location: string, headers: Record<string, string>) => {
      const { status, headers: sent, text } = await rawRequest(await leadTo(location), { headers });
      return { status, location: sent.location ?? null, text };
    };
    const browser = { 'sec-fetch-mode': 'navigate', accept: 'text/html' };
    const elsewhere = 'https://evil.example/?a=1&b="><script>';
    const page = await sendTo(elsewhere, browser);
    expect([page.status, page.location]).toEqual([200, null]);
    expect(page.text).toContain('This link leads to another site');
    expect(page.text).toContain('<a href="https://evil.example/?a=1&amp;b=%22%3E%3Cscript%3E"');
    expect(page.text).not.toContain('<script');
    // Browsers state no mode to a server without TLS.
    const old = await sendTo(elsewhere, { accept: 'text/html,*/*' });
    expect([old.status, old.text]).toEqual([200, page.text]);
    expect(await sendTo('//evil.example/', browser)).toMatchObject({ status: 200, location: null });
    const odd = await sendTo('javascript:alert(1)', browser);
    expect([odd.status, odd.location, odd.text.includes('<a ')]).toEqual([200, null, false]);
    expect(await sendTo(elsewhere, { accept: '*/*' })).toMatchObject({ status: 302, location: elsewhere });
    for (const known of ['/apps', `${server.origin}/apps`, 'https://shop.example/pay'])
      expect(await sendTo(known, browser)).toMatchObject({ status: 302, location: known });
  });

  it('get no page by a status or a header that the server cannot send', async () => {
    const answer = (status: unknown, headers: unknown) =>
      bed.publish([pieceStep('step_1', ['webhook', 'return_response'], { status, headers, body: 'x' })]);
    const cookie = await bed.ask(await answer(200, { 'Set-Cookie': 'a=b' }));
    expect(cookie).toMatchObject({ status: 502, body: { code: 'flows.run_failed' } });
    const split = await bed.ask(await answer(200, { 'x-own': '{{trigger.body.text}}' }), {
      text: 'a\r\nset-cookie: b',
    });
    expect(split.status).toBe(502);
    const status = await bed.ask(await answer('{{trigger.body.status}}', {}), { status: 999 });
    expect(status.status).toBe(502);
  });
});
