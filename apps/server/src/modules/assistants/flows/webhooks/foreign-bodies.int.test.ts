import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { flowRuns } from '@atelier/contracts/assistants/flows/flow-runs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../../tests/client.ts';
import { type FlowBed, flowBed } from '../../../../../tests/flow-bed.ts';
import { codeStep, pieceStep, respondWith } from '../../../../../tests/flow-json.ts';
import { startTestServer, type TestServer } from '../../../../../tests/harness.ts';

const digits = '{"id":7615917337495251231,"price":1432.0531571421431500,"list":[9007199254740993]}';

/** Starts a service that notes the bodies that arrive, and answers with long numbers. */
const startWire = async () => {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (part: string) => {
      body += part;
    });
    request.on('end', () => {
      bodies.push(body);
      response.setHeader('content-type', 'application/json');
      response.end(digits);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}/`,
    bodies,
    close: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  };
};
type Wire = Awaited<ReturnType<typeof startWire>>;

const utf16 = (text: string, isLittle: boolean): Buffer => {
  const bytes = Buffer.from(text, 'utf16le');
  return isLittle ? bytes : bytes.swap16();
};
const utf32 = (text: string): Buffer => {
  const points = Array.from(text, (letter) => letter.codePointAt(0) ?? 0);
  const bytes = Buffer.alloc(points.length * 4);
  for (const [at, point] of points.entries()) bytes.writeUInt32BE(point, at * 4);
  return bytes;
};

describe('what other machines send to a webhook', () => {
  let server: TestServer;
  let client: Client;
  let bed: FlowBed;
  let wire: Wire;
  let echo: string;

  beforeAll(async () => {
    wire = await startWire();
    server = await startTestServer({ env: { OUTBOUND_ALLOW: new URL(wire.address).host } });
    ({ client } = await server.signUp());
    bed = flowBed(server, client);
    echo = await bed.publish([respondWith('step_1', '{{trigger.body}}')]);
  });
  afterAll(() => Promise.all([server.close(), wire.close()]));

  const send = async (
    flowId: string,
    body: string | Uint8Array,
    headers: Record<string, string> = {},
    query = '',
  ) => {
    const response = await fetch(`${server.origin}/api/orchestrator/webhooks/${flowId}/sync${query}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : new Uint8Array(body),
    });
    return { status: response.status, text: await response.text() };
  };
  const post = (name: string, body: unknown) =>
    pieceStep(name, ['http', 'send_request'], { method: 'POST', url: wire.address, body, bodyType: 'JSON' });
  /** Sends `digits` to a flow of these steps, and returns what arrived at the service and what was answered. */
  const through = async (steps: readonly Record<string, unknown>[]) => {
    wire.bodies.length = 0;
    const flowId = await bed.publish(steps);
    const { status, text } = await send(flowId, digits);
    expect([status, text.slice(0, 300)]).toEqual([200, text.slice(0, 300)]);
    return { sent: [...wire.bodies], text };
  };

  it('keeps all digits from the webhook to the wire, and from the answer to the next call and the response', async () => {
    const { sent, text } = await through([
      post('step_1', '{{trigger.body}}'),
      post('step_2', '{{step_1.body}}'),
      respondWith('step_3', { own: '{{trigger.body.id}}', theirs: '{{step_2.body.price}}' }),
    ]);
    expect(sent).toEqual([digits, digits]);
    expect(text).toBe('{"own":7615917337495251231,"theirs":1432.0531571421431500}');
  });

  it('keeps all digits through texts, JSON, CSV, code, loops, sums and conditions', async () => {
    const { sent, text } = await through([
      pieceStep('text', ['text', 'join_texts'], { texts: ['No.', '{{trigger.body.id}}'], separator: ' ' }),
      pieceStep('parsed', ['json', 'parse_json'], { text: '[{{trigger.body.id}}, 1432.0531571421431500]' }),
      pieceStep('csv', ['csv', 'write_csv'], { rows: ['{{trigger.body}}'], hasHeader: false }),
      codeStep(
        'code',
        'export const code = async (inputs) => ({ next: inputs.body.id + 1n, all: inputs.body.list });',
        {
          body: '{{trigger.body}}',
        },
      ),
      pieceStep('sum', ['math', 'calculate'], { first: '{{trigger.body.id}}', operation: 'ADD', second: 1 }),
      post('wire', {
        code: '{{code}}',
        parsed: '{{parsed}}',
        sum: '{{sum}}',
        more: '{{trigger.body.id + 4}}',
        isLess: '{{trigger.body.id < sum}}',
        inText: 'id {{trigger.body.id}}.',
      }),
      respondWith('answer', '{{text}} {{csv}}'),
    ]);
    expect(sent).toEqual([
      '{"sum":7615917337495251232,"code":{"next":7615917337495251232,"all":[9007199254740993]},"more":7615917337495251235,"inText":"id 7615917337495251231.","isLess":true,"parsed":[7615917337495251231,1432.0531571421431500]}',
    ]);
    expect(text).toContain('No. 7615917337495251231');
    expect(text).toContain('7615917337495251231,1432.0531571421431500');
  });

  it.each([
    ['a BOM', Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from('{"a":"ä"}')]), {}],
    [
      'Latin-1 as it says',
      Buffer.from('{"a":"ä"}', 'latin1'),
      { 'content-type': 'application/json; charset=iso-8859-1' },
    ],
    ['UTF-16 with a mark', Buffer.concat([Buffer.from([0xff, 0xfe]), utf16('{"a":"ä"}', true)]), {}],
    ['UTF-16 without a mark', utf16('{"a":"ä"}', false), {}],
    [
      'UTF-16 as it says',
      utf16('{"a":"ä"}', true),
      { 'content-type': 'application/json;charset="UTF-16LE"' },
    ],
    ['UTF-32', utf32('{"a":"ä"}'), {}],
    ['gzip', gzipSync('{"a":"ä"}'), { 'content-encoding': 'gzip' }],
    ['br', brotliCompressSync('{"a":"ä"}'), { 'content-encoding': 'br' }],
    ['deflate', deflateSync('{"a":"ä"}'), { 'content-encoding': 'deflate' }],
    ['bare deflate', deflateRawSync('{"a":"ä"}'), { 'content-encoding': 'deflate' }],
    ['zstd', zstdCompressSync('{"a":"ä"}'), { 'content-encoding': 'zstd' }],
    ['gzip in br', brotliCompressSync(gzipSync('{"a":"ä"}')), { 'content-encoding': 'gzip, br' }],
    [
      'JSON of a kind',
      Buffer.from('{"a":"ä"}'),
      { 'content-type': 'application/cloudevents+json; charset=utf-8' },
    ],
    ['JSON as text', Buffer.from('{"a":"ä"}'), { 'content-type': 'text/json' }],
    ['a report of a browser', Buffer.from('{"a":"ä"}'), { 'content-type': 'application/csp-report' }],
    [
      'a form in Latin-1',
      Buffer.from('a=%E4'),
      { 'content-type': 'application/x-www-form-urlencoded; charset=iso-8859-1' },
    ],
    ['a form', Buffer.from('a=%C3%A4'), { 'content-type': 'application/x-www-form-urlencoded' }],
  ])('reads %s', async (_what, body, headers) => {
    expect(await send(echo, body, headers)).toEqual({ status: 200, text: '{"a":"ä"}' });
  });

  it.each([
    ['GB18030', Buffer.from([0xc4, 0xe3]), 'text/plain; charset=gb18030', '你'],
    ['Shift JIS', Buffer.from([0x93, 0xfa]), 'text/plain; charset=Shift_JIS', '日'],
    [
      'the encoding of its XML declaration',
      Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><a>ä</a>', 'latin1'),
      'application/xml',
      '<?xml version="1.0" encoding="ISO-8859-1"?><a>ä</a>',
    ],
    [
      'JSON in lines',
      Buffer.from('{"a":1}\n\n{"a":7615917337495251231}\n'),
      'application/x-ndjson',
      '[{"a":1},{"a":7615917337495251231}]',
    ],
    ['JSON in lines by another name', Buffer.from('1\r\n2'), 'application/jsonl', '[1,2]'],
    [
      'names that every object inherits',
      Buffer.from('{"__proto__":{"a":1},"constructor":"Ferrari"}'),
      'application/json',
      '{"__proto__":{"a":1},"constructor":"Ferrari"}',
    ],
  ])('reads %s', async (_what, body, type, expected) => {
    expect(await send(echo, body, { 'content-type': type })).toEqual({ status: 200, text: expected });
  });

  it.each([
    [
      'bytes that are not UTF-8',
      Buffer.from('{"a":"ä"}', 'latin1'),
      {},
      400,
      'request.unreadable',
      'byte 7 (0xe4)',
    ],
    [
      'a text that is not UTF-8',
      Buffer.from('naïve', 'latin1'),
      { 'content-type': 'text/plain' },
      400,
      'request.unreadable',
      'byte 3 (0xef)',
    ],
    [
      'a form that is not UTF-8',
      Buffer.from('a=%E4'),
      { 'content-type': 'application/x-www-form-urlencoded' },
      400,
      'request.unreadable',
      'byte 1 (0xe4)',
    ],
    ['JSON that is cut off', Buffer.from('{"a":\n [1,'), {}, 400, 'request.unreadable', 'line 2, column 5'],
    [
      'lines of JSON as JSON',
      Buffer.from('{"a":1}\n{"a":2}'),
      {},
      400,
      'request.unreadable',
      'line 2, column 1',
    ],
    [
      'a broken line',
      Buffer.from('{"a":1}\n{"a":'),
      { 'content-type': 'application/x-ndjson' },
      400,
      'request.unreadable',
      'line 2, column 6',
    ],
    [
      'a number that becomes infinite',
      Buffer.from('{"a":1e400}'),
      {},
      400,
      'request.unreadable',
      'line 1, column 6',
    ],
    [
      'an unknown charset',
      Buffer.from('{}'),
      { 'content-type': 'application/json; charset=klingon' },
      415,
      'request.encoding_unknown',
      'klingon',
    ],
    [
      'an unknown content encoding',
      Buffer.from('{}'),
      { 'content-encoding': 'compress' },
      415,
      'request.encoding_unknown',
      'compress',
    ],
    ['a broken gzip', Buffer.from('{}'), { 'content-encoding': 'gzip' }, 400, 'request.unreadable', 'gzip'],
  ])('refuses %s, and says where', async (_what, body, headers, status, code, place) => {
    const answer = await send(echo, body, headers as Record<string, string>);
    expect([answer.status, (JSON.parse(answer.text) as { code: string }).code]).toEqual([status, code]);
    expect((JSON.parse(answer.text) as { message: string }).message).toContain(place);
  });

  it('shows its owner what it refused, with reason, size and sender, a few times a minute', async () => {
    const flowId = await bed.publish([respondWith('step_1', 'done')]);
    for (let time = 0; time < 8; time += 1) await send(flowId, Buffer.from('{"a":"ä"}', 'latin1'));
    expect((await send(flowId, '{}')).text).toBe('done');
    const { items } = await client.call(flowRuns.endpoints.list, { query: { flowId, status: 'REFUSED' } });
    expect(items).toHaveLength(5);
    expect(items[0]).toMatchObject({
      status: 'REFUSED',
      cause: { code: 'request.unreadable', message: expect.stringContaining('byte 7 (0xe4) does not fit') },
    });
    const failed = await client.call(flowRuns.endpoints.list, { query: { flowId, status: 'FAILED' } });
    expect(failed.items).toEqual([]);
    const all = await client.call(flowRuns.endpoints.list, { query: { flowId } });
    expect(all.items.filter(({ status }) => status === 'REFUSED')).toHaveLength(5);
    expect(all.items.filter(({ status }) => status !== 'REFUSED').map(({ status }) => status)).toEqual([
      'SUCCEEDED',
    ]);
    const params = { runId: items[0]?.runId ?? '' };
    expect(await client.call(flowRuns.endpoints.get, { params })).toMatchObject({ output: null, steps: [] });
    expect((await client.call(flowRuns.endpoints.steps, { params })).steps).toEqual([]);
    const shown = await client.call(flowRuns.endpoints.text, {
      params,
      query: { of: 'INPUT' },
    });
    expect(JSON.parse(shown.text)).toEqual({
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'node' },
      bytes: 9,
      address: '127.0.0.1',
      body: null,
    });
  });

  it('takes a name in the query several times as a list, and every encoding of its letters', async () => {
    const flowId = await bed.publish([respondWith('step_1', '{{trigger.queryParams}}')]);
    expect(await send(flowId, '{}', {}, '?a=1&a=2&b=%E9&c=%C3%A9+1')).toEqual({
      status: 200,
      text: '{"a":["1","2"],"b":"é","c":"é 1"}',
    });
  });
});
