import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
  repeat,
  respondWith,
  router,
} from '../../../../../tests/flow-json.ts';
import { startTestServer, type TestServer } from '../../../../../tests/harness.ts';

const isThird = { firstValue: '{{step_1.index}}', operator: 'NUMBER_IS_EQUAL_TO', secondValue: '3' };
const never = { firstValue: 'a', operator: 'TEXT_EXACTLY_MATCHES', secondValue: 'b' };

describe('the engine of flows', () => {
  let server: TestServer;
  let outside: Outside;
  let bed: FlowBed;
  /** The number of failures that the outside service still gives for a path. */
  const failures = new Map<string, number>();

  beforeAll(async () => {
    outside = await startOutside((path) => {
      const left = failures.get(path) ?? 0;
      failures.set(path, left - 1);
      return left > 0 ? 503 : 200;
    });
    server = await startTestServer({ env: { OUTBOUND_ALLOW: new URL(outside.address).host } });
    const { client } = await server.signUp();
    bed = flowBed(server, client);
  });
  afterAll(async () => {
    await server.close();
    await outside.close();
  });

  const call = (name: string, path: string) =>
    pieceStep(name, ['http', 'send_request'], callOf(`${outside.address}${path}`));

  describe('repeat-until', () => {
    it('repeats its steps until the condition holds after a round', async () => {
      const flowId = await bed.publish([
        repeat('step_1', { condition: isThird, maxTimes: 10 }, [keep('step_2', 'round {{step_1.index}}')]),
        respondWith('step_3', ['{{step_1.index}}', '{{step_2}}']),
      ]);
      expect((await bed.ask(flowId)).body).toEqual([3, 'round 3']);
      const { runId } = await bed.newest(flowId);
      const rounds = await bed.stepsOf(runId, 'step_2');
      expect(rounds.map((one) => [one.rounds[0]?.round, one.output?.text])).toEqual([
        [1, '"round 1"'],
        [2, '"round 2"'],
        [3, '"round 3"'],
      ]);
    });

    it('fails in words after the most rounds that it may take', async () => {
      const steps = [repeat('step_1', { condition: never, maxTimes: 2 }, [keep('step_2', 'x')])];
      const run = await bed.run(steps);
      expect(run).toMatchObject({ status: 'FAILED', cause: { code: 'flows.never_done' } });
      expect(await bed.stepsOf(run.runId, 'step_2')).toHaveLength(2);
      expect(await bed.stepsOf(run.runId, 'step_1')).toMatchObject([{ status: 'FAILED' }]);
    });

    it('goes on after its limit where the flow continues on failure', async () => {
      const flowId = await bed.publish([
        handling(repeat('step_1', { condition: never, maxTimes: 2 }, [keep('step_2', 'x')]), {
          continueOnFailure: true,
        }),
        respondWith('step_3', '{{step_1.error.code}}'),
      ]);
      expect((await bed.ask(flowId)).body).toBe('flows.never_done');
    });

    it('names the step whose condition cannot be computed', async () => {
      const condition = { ...never, firstValue: "{{'a'.round()}}" };
      const run = await bed.run([repeat('step_1', { condition, maxTimes: 2 }, [keep('step_2', 'x')])]);
      expect(run).toMatchObject({ status: 'FAILED', cause: { code: 'flows.expression' } });
      expect(await bed.stepsOf(run.runId, 'step_1')).toMatchObject([
        { status: 'FAILED', cause: { code: 'flows.expression' } },
      ]);
    });

    it('waits between its rounds, and does not repeat what is done', async () => {
      const runId = await bed.start(
        await bed.publish([
          repeat('step_1', { condition: isThird, maxTimes: 5 }, [
            call('step_2', '/poll/{{step_1.index}}'),
            pieceStep('step_3', ['delay', 'delay_for'], { seconds: 3600 }),
          ]),
        ]),
      );
      for (const round of [1, 2, 3]) {
        await bed.waiting(runId, 'step_3', round);
        await bed.passTime(runId);
      }
      expect((await bed.ended(runId)).status).toBe('SUCCEEDED');
      expect(outside.calls.filter((path) => path.startsWith('/poll'))).toEqual([
        '/poll/1',
        '/poll/2',
        '/poll/3',
      ]);
    });
  });

  describe('retry with backoff', () => {
    it('tries a step again after failures that may pass, with longer and longer pauses', async () => {
      failures.set('/shaky', 2);
      const startedAt = Date.now();
      const runId = await bed.start(
        await bed.publish([
          handling(call('step_1', '/shaky'), { retryOnFailure: true }),
          keep('step_2', 'done'),
        ]),
      );
      await bed.ended(runId);
      expect(outside.calls.filter((path) => path === '/shaky')).toHaveLength(3);
      // Two pauses: two seconds, and then four.
      expect(Date.now() - startedAt).toBeGreaterThan(5900);
      expect(await bed.stepsOf(runId)).toMatchObject([
        { step: 'trigger' },
        { step: 'step_1', status: 'SUCCEEDED', attempts: 3 },
        { step: 'step_2', status: 'SUCCEEDED' },
      ]);
    });

    it('fails a step at once without it, and one whose failure will not pass', async () => {
      failures.set('/down', 100);
      const run = await bed.run([call('step_1', '/down')]);
      expect(run).toMatchObject({ status: 'FAILED' });
      expect(outside.calls.filter((path) => path === '/down')).toHaveLength(1);
      const stop = pieceStep('step_1', ['utilities', 'stop_flow'], { failed: true, message: 'No.' });
      const stopped = await bed.run([handling(stop, { retryOnFailure: true })]);
      expect(stopped).toMatchObject({ status: 'FAILED', cause: { code: 'flows.stopped' } });
    });
  });

  describe('a sub-flow', () => {
    const callFlow = (flowId: string, input: unknown, wait: boolean) =>
      pieceStep('step_1', ['sub-flow', 'call_flow'], { flowId, input, wait });
    const inner = () =>
      bed.publish([
        pieceStep('step_1', ['delay', 'delay_for'], { seconds: 0.05 }),
        pieceStep('step_2', ['utilities', 'agent_output'], { output: 'got {{trigger.body.n}}' }),
      ]);

    it('gives its output to the step that waits for it', async () => {
      const flowId = await bed.publish([
        callFlow(await inner(), { n: '{{trigger.body.n}}' }, true),
        respondWith('step_2', '{{step_1}}'),
      ]);
      expect((await bed.ask(flowId, { n: 5 })).body).toBe('got 5');
    });

    it('is started and left alone by a step that does not wait', async () => {
      const other = await inner();
      const flowId = await bed.publish([
        callFlow(other, { n: 6 }, false),
        respondWith('step_2', '{{step_1.runId}}'),
      ]);
      const { body } = await bed.ask(flowId);
      expect(await bed.ended(String(body))).toMatchObject({ status: 'SUCCEEDED', flowId: other });
    });

    it('fails the step that waits for it, with its own cause', async () => {
      const failing = await bed.publish([
        pieceStep('step_1', ['utilities', 'stop_flow'], { failed: true, message: 'No stock.' }),
      ]);
      const run = await bed.run([callFlow(failing, null, true)]);
      expect(run).toMatchObject({ status: 'FAILED', cause: { message: 'No stock.' } });
      expect(await bed.stepsOf(run.runId, 'step_1')).toMatchObject([
        { status: 'FAILED', cause: { message: 'No stock.' } },
      ]);
    });

    it('goes on after the failure of a sub-flow where the step continues on failure', async () => {
      const failing = await bed.publish([
        pieceStep('step_1', ['utilities', 'stop_flow'], { failed: true, message: 'No stock.' }),
      ]);
      const flowId = await bed.publish([
        handling(callFlow(failing, null, true), { continueOnFailure: true }),
        respondWith('step_2', '{{step_1.error.message}}'),
      ]);
      expect((await bed.ask(flowId)).body).toBe('No stock.');
    });

    it('that does not exist, or that starts flows in a circle, fails in words', async () => {
      const missing = await bed.run([callFlow('flw_none', null, true)]);
      expect(missing).toMatchObject({ cause: { code: 'flows.sub_flow_missing' } });
      const flowId = await bed.publish([
        callFlow('{{trigger.body.self}}', { self: '{{trigger.body.self}}' }, true),
      ]);
      const circle = await bed.ended(await bed.start(flowId, { self: flowId }));
      expect(circle).toMatchObject({ status: 'FAILED', cause: { code: 'flows.too_deep' } });
      expect(await bed.stepsOf(circle.runId, 'step_1')).toMatchObject([
        { status: 'FAILED', cause: { code: 'flows.too_deep' } },
      ]);
    });
  });

  it('nests loops, routers and parallel branches in each other, and joins each once', async () => {
    const isOdd = { firstValue: '{{step_1.item % 2}}', operator: 'NUMBER_IS_EQUAL_TO', secondValue: '1' };
    const flowId = await bed.publish([
      loop('step_1', '{{trigger.body.numbers}}', [
        parallel('step_2', [
          [
            router('step_3', [
              { branchName: 'Odd', condition: isOdd, body: [keep('step_4', 'odd {{step_1.item}}')] },
              { branchName: 'Even', body: [keep('step_5', 'even {{step_1.item}}')] },
            ]),
          ],
          [
            loop('step_6', '{{trigger.body.pair}}', [
              call('step_7', '/nested/{{step_1.item}}/{{step_6.item}}'),
            ]),
          ],
          [parallel('step_8', [[keep('step_9', 'deep {{step_1.index}}')], [keep('step_10', 'x')]])],
        ]),
        call('step_11', '/joined/{{step_1.item}}'),
      ]),
      respondWith('step_12', ['{{step_4}}', '{{step_5}}', '{{step_9}}']),
    ]);
    expect((await bed.ask(flowId, { numbers: [1, 2, 3], pair: [1, 2] })).body).toEqual([
      'odd 3',
      'even 2',
      'deep 3',
    ]);
    expect(outside.calls.filter((path) => path.startsWith('/joined'))).toEqual([
      '/joined/1',
      '/joined/2',
      '/joined/3',
    ]);
    const nested = outside.calls.filter((path) => path.startsWith('/nested')).toSorted();
    expect(nested).toEqual([1, 2, 3].flatMap((n) => [`/nested/${n}/1`, `/nested/${n}/2`]));
    const { runId } = await bed.newest(flowId);
    const inner = await bed.stepsOf(runId, 'step_7');
    expect(inner.map(({ rounds }) => rounds.map(({ round }) => round).join('.')).toSorted()).toEqual([
      '1.1',
      '1.2',
      '2.1',
      '2.2',
      '3.1',
      '3.2',
    ]);
  });

  it('loops over a list of XML however many entries it has, and over no text that was meant to be a list', async () => {
    const flowId = await bed.publish([
      pieceStep('step_1', ['xml', 'parse_xml'], { text: '{{trigger.body.xml}}' }),
      loop('step_2', '{{step_1.feed.entry}}', [call('step_3', '/entry/{{step_2.item.id}}')]),
      loop('step_4', '{{step_1.feed.tag}}', [call('step_5', '/tag/{{step_4.item}}')]),
      respondWith('step_6', ['{{step_2.items}}', '{{step_4.items}}']),
    ]);
    const askFor = async (xml: string) => (await bed.ask(flowId, { xml })).body;
    const entry = (id: number) => `<entry><id>${id}</id></entry>`;
    expect(await askFor(`<feed>${entry(1)}${entry(2)}<tag>a</tag><tag>b</tag></feed>`)).toEqual([2, 2]);
    expect(await askFor(`<feed>${entry(3)}<tag>c</tag></feed>`)).toEqual([1, 1]);
    expect(await askFor('<feed><title>Nothing today</title></feed>')).toEqual([0, 0]);
    expect(await askFor('<feed/>')).toEqual([0, 0]);
    const made = outside.calls.filter((path) => /^\/(entry|tag)\//.test(path));
    expect(made).toEqual(['/entry/1', '/entry/2', '/tag/a', '/tag/b', '/entry/3', '/tag/c']);
    const run = await bed.run([loop('step_1', '{{trigger.body.text}}', [keep('step_2', 'x')])], {
      text: ' [1, 2]',
    });
    expect(run.cause).toMatchObject({
      code: 'flows.not_a_list',
      message: expect.stringContaining('“Read JSON”') as string,
    });
  });
});
