import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type FlowBed, flowBed } from '../../../../../tests/flow-bed.ts';
import { pieceStep, respondWith, type StepJson } from '../../../../../tests/flow-json.ts';
import { startTestServer, type TestServer } from '../../../../../tests/harness.ts';

interface Call {
  url: string;
  at: number;
}

const entries = Array.from({ length: 20_000 }, (_, number) => ({ number, name: `Entry ${number}` }));
/** Answers by their addresses. */
const large: Record<string, string> = {
  '/entries': JSON.stringify({ entries, total: 9_007_199_254_740_993n.toString() }).replace(
    '"9007199254740993"',
    '9007199254740993',
  ),
  '/broken': `{"entries":[${'1,'.repeat(200_000)}`,
  '/deep': '['.repeat(2_000_000),
};

/** Starts a service that notes its calls, and is busy for a while below `/busy`. */
const startService = async () => {
  const calls: Call[] = [];
  const server = createServer((request, response) => {
    const url = request.url ?? '';
    calls.push({ url, at: Date.now() });
    const times = calls.filter((call) => call.url === url).length;
    const asked = /^\/busy\/(\d+)\/(seconds|date)\/(\d+)/.exec(url);
    const isBusy = asked !== null && times <= Number(asked[1]);
    if (isBusy && Number(asked[3]) > 0) {
      const ms = Number(asked[3]) * 1000;
      const date = new Date(Math.ceil(Date.now() / 1000) * 1000 + ms).toUTCString();
      response.setHeader('retry-after', asked[2] === 'date' ? date : ms / 1000);
    }
    response.writeHead(isBusy ? 429 : 200, { 'content-type': 'application/json' }).end(large[url] ?? '{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    of: (part: string) => calls.filter(({ url }) => url.includes(part)),
    close: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  };
};

describe('a step that sends a request', () => {
  let server: TestServer;
  let service: Awaited<ReturnType<typeof startService>>;
  let bed: FlowBed;

  beforeAll(async () => {
    service = await startService();
    server = await startTestServer({ env: { OUTBOUND_ALLOW: new URL(service.origin).host } });
    const { client } = await server.signUp();
    bed = flowBed(server, client);
  });
  afterAll(() => Promise.all([server.close(), service.close()]));

  const call = (url: string, errors: object = {}): StepJson => {
    const step = pieceStep('step_1', ['http', 'send_request'], { method: 'GET', url });
    const settings = step['settings'] as object;
    const handling = { retryOnFailure: true, continueOnFailure: false, ...errors };
    return { ...step, settings: { ...settings, errorHandlingOptions: handling } };
  };

  it('encodes each value by where it stands in the address', async () => {
    const mark = crypto.randomUUID();
    const flowId = await bed.publish(
      [
        call(
          `${service.origin}/${mark}/{{trigger.body.part}}/end?a={{trigger.body.query}}#{{trigger.body.part}}`,
        ),
        call(`{{trigger.body.base}}/{{"<" + trigger.body.part}}`),
        respondWith('step_3', 'done'),
      ].map((step, at) => ({ ...step, name: `step_${at + 1}` })),
    );
    const base = `${service.origin}/${mark}/base`;
    const ask = async (part: unknown, query = '') => (await bed.ask(flowId, { part, query, base })).status;
    expect(await ask('../../admin', 'b&c=d e')).toBe(200);
    expect(await ask('x?y#z', '100%')).toBe(200);
    expect(await ask({ id: 7 }, 'ä')).toBe(200);
    expect(await ask('..')).toBe(502);
    expect(service.of(mark).map(({ url }) => url.replace(`/${mark}`, ''))).toEqual([
      '/..%2F..%2Fadmin/end?a=b%26c%3Dd%20e',
      '/base/%3C..%2F..%2Fadmin',
      '/x%3Fy%23z/end?a=100%25',
      '/base/%3Cx%3Fy%23z',
      '/%7B%22id%22%3A7%7D/end?a=%C3%A4',
      '/base/%3C%7B%22id%22%3A7%7D',
    ]);
  });

  it('waits as long as the other side asks for, in seconds and until a date', async () => {
    const waits = async (path: string) => {
      const run = await bed.run([call(service.origin + path)]);
      expect(run.status).toBe('SUCCEEDED');
      expect(await bed.stepsOf(run.runId, 'step_1')).toMatchObject([{ status: 'SUCCEEDED', attempts: 2 }]);
      const [first, second, ...more] = service.of(path);
      expect(more).toEqual([]);
      return (second?.at ?? 0) - (first?.at ?? 0);
    };
    const waited = await Promise.all(['/busy/1/seconds/3', '/busy/1/date/3'].map(waits));
    for (const ms of waited) expect(ms).toBeGreaterThanOrEqual(3000);
  });

  it('is tried as often and waits as long as its settings say, and counts its tries when it fails', async () => {
    const run = await bed.run([call(`${service.origin}/busy/9/seconds/0`, { tries: 3, waitSeconds: 1 })]);
    expect(run.status).toBe('FAILED');
    const times = service.of('/busy/9/seconds/0').map(({ at }) => at);
    expect(times).toHaveLength(3);
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeLessThan(2000);
    expect(await bed.stepsOf(run.runId, 'step_1')).toMatchObject([{ status: 'FAILED', attempts: 3 }]);
  });

  it('that goes on after its tries leaves all tries to the next step', async () => {
    const failing = { tries: 2, waitSeconds: 1, continueOnFailure: true };
    const steps = [
      call(`${service.origin}/busy/8/seconds/0`, failing),
      call(`${service.origin}/busy/1/seconds/0`, failing),
    ];
    const run = await bed.run(steps.map((step, at) => ({ ...step, name: `step_${at + 1}` })));
    expect(run.status).toBe('SUCCEEDED');
    expect(await bed.stepsOf(run.runId, 'step_1')).toMatchObject([{ status: 'FAILED', attempts: 2 }]);
    expect(await bed.stepsOf(run.runId, 'step_2')).toMatchObject([{ status: 'SUCCEEDED', attempts: 2 }]);
  });

  it('can hand over the whole address at which its run goes on', async () => {
    const flowId = await bed.publish([respondWith('step_1', '{{run.resumeUrl}}')]);
    const { body } = await bed.ask(flowId);
    expect(body).toMatch(new RegExp(`^${server.origin}/api/orchestrator/resume/[\\w.-]+$`));
  });

  it('reads a large answer in a thread, and gives later steps any part of it', async () => {
    const run = vi.spyOn(server.contextOf('none').services.compute, 'run');
    try {
      const flowId = await bed.publish([
        call(`${service.origin}/entries`),
        respondWith('step_2', {
          last: '{{step_1.body.entries[19999].name}}',
          total: 'of {{step_1.body.total}}',
          status: '{{step_1.status}}',
        }),
      ]);
      const { status, body } = await bed.ask(flowId);
      expect(status).toBe(200);
      expect(body).toEqual({ last: 'Entry 19999', total: 'of 9007199254740993', status: 200 });
      expect(run.mock.calls.map(([{ name }]) => name)).toContain('flows.read-body');
    } finally {
      run.mockRestore();
    }
  });

  it('takes a large answer for text when it is no JSON', async () => {
    const flowId = await bed.publish([
      call(`${service.origin}/broken`),
      respondWith('step_2', '{{step_1.body.slice(0, 14)}}'),
    ]);
    expect(await bed.ask(flowId)).toEqual({ status: 200, body: '{"entries":[1,' });
  });

  it('fails with an answer that has too many levels, and says so', async () => {
    const { status, cause } = await bed.run([call(`${service.origin}/deep`)]);
    expect({ status, cause }).toMatchObject({
      status: 'FAILED',
      cause: {
        code: 'pieces.too_large',
        message:
          'The answer has more than 1,000,000 values, or more than 100 levels. Please ask the service for less at once.',
      },
    });
  });

  it('says what is wrong with its settings', async () => {
    await expect(bed.publish([call(service.origin, { tries: 11 })])).rejects.toThrow(
      '“tries” must be a whole number from 2 to 10.',
    );
  });
});
