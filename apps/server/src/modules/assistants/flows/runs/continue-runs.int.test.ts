import { flowRuns } from '@atelier/contracts/assistants/flows/flow-runs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../../tests/client.ts';
import {
  callOf,
  type FlowBed,
  flowBed,
  handling,
  type Outside,
  startOutside,
} from '../../../../../tests/flow-bed.ts';
import {
  keep,
  loop,
  parallel,
  pieceStep,
  respondWith,
  type StepJson,
} from '../../../../../tests/flow-json.ts';
import { eventually, startTestServer, type TestServer } from '../../../../../tests/harness.ts';

const { cancel, retry, replay, text, decide, approval } = flowRuns.endpoints;

describe('runs of flows that are continued', () => {
  let server: TestServer;
  let outside: Outside;
  let client: Client;
  let bed: FlowBed;
  /** The paths that the outside service refuses. */
  const refused = new Set<string>();

  beforeAll(async () => {
    outside = await startOutside((path) => (path === '/never' ? 503 : refused.has(path) ? 400 : 200));
    server = await startTestServer({ env: { OUTBOUND_ALLOW: new URL(outside.address).host } });
    ({ client } = await server.signUp());
    bed = flowBed(server, client);
  });
  afterAll(async () => {
    await server.close();
    await outside.close();
  });

  const call = (name: string, path: string) =>
    pieceStep(name, ['http', 'send_request'], callOf(`${outside.address}${path}`));
  const callsOf = (prefix: string) => outside.calls.filter((path) => path.startsWith(prefix));
  const ask = (name: string, title = 'Pay?') =>
    pieceStep(name, ['approval', 'wait_for_approval'], { title, to: [], timeoutHours: 1 });
  const at = (runId: string) => ({ params: { runId } });
  const approve = async (runId: string, step: string, round?: number) => {
    const { approvalToken } = await bed.waiting(runId, step, round);
    await server
      .visitor()
      .call(decide, { params: { token: approvalToken ?? '' }, body: { approved: true, comment: 'Fine.' } });
  };

  /** Calls the address that a step has as its value. */
  const resume = async (runId: string, step: string): Promise<Response> => {
    const [shown] = await bed.stepsOf(runId, step);
    const path = (JSON.parse(shown?.output?.text ?? '""') as string).replace(/^https?:\/\/[^/]+/, '');
    const headers = { 'content-type': 'application/json' };
    return fetch(server.origin + path, { method: 'POST', headers, body: '{"word":"go"}' });
  };

  describe('after the time-out of an approval', () => {
    // Flowise #4647 and #5233: a loop after an approval broke.
    it('go on with nobody having approved, before a loop', async () => {
      const runId = await bed.start(
        await bed.publish([
          ask('step_1'),
          loop('step_2', '{{trigger.body.names}}', [keep('step_3', '{{step_1.timedOut}} {{step_2.item}}')]),
        ]),
        { names: ['Ada', 'Grace'] },
      );
      const { approvalToken } = await bed.waiting(runId, 'step_1');
      await bed.passTime(runId);
      expect((await bed.ended(runId)).status).toBe('SUCCEEDED');
      const rounds = await bed.stepsOf(runId, 'step_3');
      expect(rounds.map(({ output }) => output?.text)).toEqual(['"true Ada"', '"true Grace"']);
      const token = approvalToken ?? '';
      expect(await server.visitor().call(approval, { params: { token } })).toMatchObject({
        state: 'EXPIRED',
      });
      const late = await server.visitor().send(decide, { params: { token }, body: { approved: true } });
      expect(late).toMatchObject({ status: 404, body: { code: 'flows.nothing_waits' } });
    });

    it('go on with the next round in a loop, and ask again there', async () => {
      const runId = await bed.start(
        await bed.publish([
          loop('step_1', '{{trigger.body.names}}', [
            ask('step_2', 'Pay {{step_1.item}}?'),
            keep('step_3', '{{step_1.item}} {{step_2.approved}} {{step_2.timedOut}}'),
          ]),
          call('step_4', '/after-loop'),
        ]),
        { names: ['Ada', 'Grace', 'Edsger'] },
      );
      await approve(runId, 'step_2', 1);
      await bed.waiting(runId, 'step_2', 2);
      await bed.passTime(runId);
      await approve(runId, 'step_2', 3);
      expect((await bed.ended(runId)).status).toBe('SUCCEEDED');
      const rounds = await bed.stepsOf(runId, 'step_3');
      expect(rounds.map(({ output }) => output?.text)).toEqual([
        '"Ada true false"',
        '"Grace false true"',
        '"Edsger true false"',
      ]);
      expect(callsOf('/after-loop')).toHaveLength(1);
    });

    it('go on after a loop, whose calls are not made again', async () => {
      const runId = await bed.start(
        await bed.publish([
          loop('step_1', '{{trigger.body.names}}', [call('step_2', '/looped/{{step_1.item}}')]),
          ask('step_3'),
          keep('step_4', '{{step_3.timedOut}}'),
        ]),
        { names: ['a', 'b'] },
      );
      await bed.waiting(runId, 'step_3');
      await bed.passTime(runId);
      expect((await bed.ended(runId)).status).toBe('SUCCEEDED');
      expect(callsOf('/looped')).toEqual(['/looped/a', '/looped/b']);
      expect(await bed.stepsOf(runId, 'step_4')).toMatchObject([{ output: { text: 'true' } }]);
    });

    it('go on in one branch, while the other still waits', async () => {
      const runId = await bed.start(
        await bed.publish([
          parallel('step_1', [
            [ask('step_2'), keep('step_3', '{{step_2.timedOut}}')],
            [pieceStep('step_4', ['webhook', 'wait_for_webhook']), keep('step_5', '{{step_4.body.word}}')],
          ]),
          keep('step_6', '{{step_3}} {{step_5}}'),
        ]),
      );
      await bed.waiting(runId, 'step_2');
      await bed.waiting(runId, 'step_4');
      await approve(runId, 'step_2');
      await eventually(async () => (await bed.stepsOf(runId, 'step_3')).length === 1);
      await eventually(async () => (await bed.get(runId)).status === 'WAITING');
      await bed.passTime(runId);
      expect((await bed.ended(runId)).status).toBe('SUCCEEDED');
      expect(await bed.stepsOf(runId, 'step_6')).toMatchObject([{ output: { text: '"false "' } }]);
    });
  });

  // Flowise #4848: a resume by the API ran everything again, in both branches.
  it('run nothing again in either branch when one is resumed by a call', async () => {
    const runId = await bed.start(
      await bed.publish([
        call('step_1', '/once/first'),
        parallel('step_2', [
          [
            call('step_3', '/once/left'),
            keep('step_8', '{{run.resumeUrl}}'),
            pieceStep('step_4', ['webhook', 'wait_for_webhook']),
            call('step_5', '/once/resumed'),
          ],
          [call('step_6', '/once/right')],
        ]),
        call('step_7', '/once/last'),
      ]),
    );
    await bed.waiting(runId, 'step_4');
    await eventually(async () => (await bed.stepsOf(runId, 'step_6')).length === 1);
    expect((await resume(runId, 'step_8')).status).toBe(200);
    expect((await bed.ended(runId)).status).toBe('SUCCEEDED');
    const names = ['first', 'last', 'left', 'resumed', 'right'];
    expect(callsOf('/once/').toSorted()).toEqual(names.map((name) => `/once/${name}`));
  });

  // n8n #34645: the approval was returned instead of what it approved being done.
  it('do what was approved, and return its value instead of the decision', async () => {
    const runId = await bed.start(
      await bed.publish([
        ask('step_1'),
        call('step_2', '/approved'),
        respondWith('step_3', '{{step_2.body.path}}'),
      ]),
    );
    await approve(runId, 'step_1');
    const run = await bed.ended(runId);
    expect(callsOf('/approved')).toHaveLength(1);
    expect(run.output?.text).toContain('/approved');
  });

  it('are resumed in a parallel branch at the address that the branch gave out', async () => {
    const runId = await bed.start(
      await bed.publish([
        parallel('step_1', [
          [
            keep('step_2', '{{run.resumeUrl}}'),
            pieceStep('step_3', ['webhook', 'wait_for_webhook']),
            keep('step_4', '{{step_3.body.word}} {{run.id}}'),
          ],
          [keep('step_5', 'x')],
        ]),
      ]),
    );
    await bed.waiting(runId, 'step_3');
    await resume(runId, 'step_2');
    expect((await bed.ended(runId)).status).toBe('SUCCEEDED');
    expect(await bed.stepsOf(runId, 'step_4')).toMatchObject([{ output: { text: `"go ${runId}"` } }]);
  });

  it('take one call for each wait of ten that arrive at the same time, and refuse the others', async () => {
    const runId = await bed.start(
      await bed.publish([
        keep('step_1', '{{run.resumeUrl}}'),
        pieceStep('step_2', ['webhook', 'wait_for_webhook']),
        pieceStep('step_3', ['webhook', 'wait_for_webhook']),
        keep('step_4', '{{step_2.body.word}} {{step_3.body.word}}'),
      ]),
    );
    await bed.waiting(runId, 'step_2');
    const replies = await Promise.all(Array.from({ length: 10 }, () => resume(runId, 'step_1')));
    const taken = replies.filter(({ status }) => status === 200).length;
    // The run may have gone on to its second wait before the last of the ten arrives.
    expect([1, 2]).toContain(taken);
    expect(replies.filter(({ status }) => status === 404)).toHaveLength(10 - taken);
    const next = async () => {
      await bed.waiting(runId, 'step_3');
      return resume(runId, 'step_1');
    };
    const later = taken === 1 ? [await next()] : [];
    expect([...replies, ...later].filter(({ status }) => status === 200)).toHaveLength(2);
    expect((await bed.ended(runId)).status).toBe('SUCCEEDED');
    expect(await bed.stepsOf(runId, 'step_4')).toMatchObject([{ output: { text: '"go go"' } }]);
  });

  it.each<[string, () => StepJson[]]>([
    ['for a time', () => [pieceStep('step_1', ['delay', 'delay_for'], { seconds: 3600 })]],
    ['for a call', () => [pieceStep('step_1', ['webhook', 'wait_for_webhook'])]],
    ['for an approval', () => [ask('step_1')]],
    ['in a loop', () => [loop('step_9', '{{trigger.body.list}}', [ask('step_1')])]],
    ['in a parallel branch', () => [parallel('step_9', [[ask('step_1')], [keep('step_2', 'x')]])]],
    ['for another attempt', () => [handling(call('step_1', '/never'), { retryOnFailure: true })]],
  ])(
    'are cancelled while they wait %s, with their branches, and do nothing afterwards',
    async (_what, steps) => {
      const path = `/after-cancel/${crypto.randomUUID()}`;
      const runId = await bed.start(await bed.publish([...steps(), call('step_8', path)]), { list: [1] });
      await eventually(async () => ['WAITING', 'QUEUED'].includes((await bed.get(runId)).status));
      await client.call(cancel, at(runId));
      expect((await bed.ended(runId)).status).toBe('CANCELLED');
      await bed.passTime(runId);
      const open = await server.sql(
        `with recursive family as (select id, status from runs where id = $1
        union select r.id, r.status from runs r join family on r.parent_id = family.id)
       select 1 from family where status not in ('COMPLETED', 'FAILED', 'CANCELLED')`,
        [runId],
      );
      expect(open).toEqual([]);
      expect(callsOf(path)).toEqual([]);
      expect((await client.send(cancel, at(runId))).body).toMatchObject({ code: 'run.already_finished' });
    },
  );

  it('are cancelled with the sub-flow that they wait for', async () => {
    const inner = await bed.publish([pieceStep('step_1', ['delay', 'delay_for'], { seconds: 3600 })]);
    const runId = await bed.start(
      await bed.publish([pieceStep('step_1', ['sub-flow', 'call_flow'], { flowId: inner, wait: true })]),
    );
    await eventually(
      async () => (await server.sql(`select 1 from runs where parent_id = $1`, [runId])).length > 0,
    );
    await client.call(cancel, at(runId));
    expect((await bed.ended(runId)).status).toBe('CANCELLED');
    expect((await bed.newest(inner)).status).toBe('CANCELLED');
  });

  describe('by a retry', () => {
    it('repeat nothing before the step that failed, also when an earlier failure was passed over', async () => {
      refused.add('/late');
      refused.add('/passed-over');
      const flowId = await bed.publish([
        call('step_1', '/early'),
        handling(call('step_2', '/passed-over'), { continueOnFailure: true }),
        call('step_3', '/middle'),
        parallel('step_4', [[call('step_5', '/left'), call('step_6', '/late')], [call('step_7', '/right')]]),
        call('step_8', '/end'),
      ]);
      const run = await bed.ended(await bed.start(flowId));
      expect(run).toMatchObject({ status: 'FAILED', abilities: { canRetry: true } });
      expect(await bed.stepsOf(run.runId, 'step_4')).toMatchObject([{ status: 'FAILED' }]);
      refused.clear();
      const again = await client.call(retry, at(run.runId));
      expect(await bed.ended(again.runId)).toMatchObject({ status: 'SUCCEEDED', originId: run.runId });
      for (const path of ['/early', '/passed-over', '/middle', '/left', '/right', '/end'])
        expect([path, callsOf(path).length]).toEqual([path, 1]);
      expect(callsOf('/late')).toHaveLength(2);
    });

    it('continue a failed sub-flow where it failed, and not one whose failure was passed over', async () => {
      refused.add('/inner-2');
      refused.add('/other-1');
      const inner = await bed.publish([call('step_1', '/inner-1'), call('step_2', '/inner-2')]);
      const other = await bed.publish([call('step_1', '/other-1')]);
      const callFlow = (name: string, flowId: string) =>
        pieceStep(name, ['sub-flow', 'call_flow'], { flowId, wait: true });
      const run = await bed.run([
        handling(callFlow('step_1', other), { continueOnFailure: true }),
        callFlow('step_2', inner),
        respondWith('step_3', 'done'),
      ]);
      expect(run.status).toBe('FAILED');
      refused.clear();
      const again = await client.call(retry, at(run.runId));
      expect((await bed.ended(again.runId)).status).toBe('SUCCEEDED');
      expect([callsOf('/inner-1').length, callsOf('/inner-2').length, callsOf('/other-1').length]).toEqual([
        1, 2, 1,
      ]);
    });

    it('begin in the round of a loop that failed', async () => {
      refused.add('/round/b');
      const run = await bed.ended(
        await bed.start(
          await bed.publish([loop('step_1', '{{trigger.body}}', [call('step_2', '/round/{{step_1.item}}')])]),
          ['a', 'b', 'c'],
        ),
      );
      expect(run.status).toBe('FAILED');
      refused.clear();
      const again = await client.call(retry, at(run.runId));
      expect((await bed.ended(again.runId)).status).toBe('SUCCEEDED');
      expect(callsOf('/round')).toEqual(['/round/a', '/round/b', '/round/b', '/round/c']);
    });
  });

  it('are replayed with another payload as runs of their own, which make their calls again', async () => {
    const flowId = await bed.publish([
      call('step_1', '/replayed/{{trigger.body.n}}'),
      respondWith('step_2', '{{step_1.body.path}}'),
    ]);
    const first = await bed.ended(await bed.start(flowId, { n: 1 }));
    const { runId } = await client.call(replay, {
      ...at(first.runId),
      body: { payload: { body: { n: 2 } } },
    });
    expect(await bed.ended(runId)).toMatchObject({
      status: 'SUCCEEDED',
      originId: first.runId,
      input: { text: '{"body": {"n": 2}}' },
      output: { text: expect.stringContaining('/replayed/2') as string },
    });
    const same = await client.call(replay, { ...at(first.runId), body: {} });
    expect((await bed.ended(same.runId)).status).toBe('SUCCEEDED');
    expect(callsOf('/replayed')).toEqual(['/replayed/1', '/replayed/2', '/replayed/1']);
    expect((await bed.get(first.runId)).output?.text).toContain('/replayed/1');
  });

  it('show large values by pages, which together are the whole value', async () => {
    const large = Array.from({ length: 2400 }, (_, n) => `line ${n} ü ${'x'.repeat(80)}`);
    const flowId = await bed.publish([
      keep('step_1', '{{trigger.body}}'),
      respondWith('step_2', '{{step_1}}'),
    ]);
    const run = await bed.ended(await bed.start(flowId, large));
    const [step] = await bed.stepsOf(run.runId, 'step_1');
    const whole = JSON.stringify(large);
    expect(step?.output?.size).toBe(whole.length);
    expect(step?.output?.text.length).toBeLessThan(3000);
    const read = async (of: 'INPUT' | 'OUTPUT' | 'STEP') => {
      let [joined, from, pages] = ['', 0 as number | null, 0];
      while (from !== null) {
        const seq = of === 'STEP' ? { seq: step?.seq ?? 0 } : {};
        const page: { text: string; next: number | null } = await client.call(text, {
          ...at(run.runId),
          query: { of, from, ...seq },
        });
        expect(page.text.length).toBeLessThanOrEqual(65_536);
        joined += page.text;
        from = page.next;
        pages += 1;
      }
      return { value: JSON.parse(joined) as unknown, pages };
    };
    expect(await read('STEP')).toEqual({ value: large, pages: Math.ceil(whole.length / 65_536) });
    expect((await read('INPUT')).value).toMatchObject({ body: large });
    expect((await read('OUTPUT')).value).toMatchObject({ output: large });
  });
});
