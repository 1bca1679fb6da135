import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../src/client.ts';
import { eventually } from '../src/eventually.ts';
import { chain, type Step, step, webhookFlow } from '../src/flows/flow-steps.ts';
import { type Product, startProduct } from '../src/product.ts';
import { type EchoServer, startEcho } from '../src/runs/echo-server.ts';

interface ShownStep {
  step: string;
  status: string;
  rounds: { round: number }[];
  output: { text: string } | null;
  approvalToken: string | null;
}

const patience = { within: 60_000 };

describe('flows whose server is killed', () => {
  let product: Product;
  let echo: EchoServer;
  let client: Client;

  beforeAll(async () => {
    echo = await startEcho();
    product = await startProduct({ env: { OUTBOUND_ALLOW: new URL(echo.address).host } });
    ({ client } = await product.signUp());
  });
  afterAll(async () => {
    await product.close();
    await echo.close();
  });

  const call = (name: string, body: string): Step =>
    step(name, 'http', 'send_request', { method: 'POST', url: echo.address, body, failOnError: true });
  const publish = async (steps: readonly Step[]): Promise<string> => {
    const { flowId } = await client.post<{ flowId: string }>(
      '/api/orchestrator/flows',
      webhookFlow('Killed', steps),
    );
    await client.post(`/api/orchestrator/flows/${flowId}/publish`, {});
    return flowId;
  };
  const start = async (flowId: string, body: unknown = {}): Promise<string> => {
    const { data } = await product
      .visitor()
      .send<{ runId: string }>('POST', `/api/orchestrator/webhooks/${flowId}`, body);
    return data.runId;
  };
  const stepsOf = async (runId: string): Promise<ShownStep[]> =>
    (await client.get<{ steps: ShownStep[] }>(`/api/orchestrator/runs/${runId}/steps?limit=200`)).steps;
  const ended = (runId: string): Promise<{ status: string }> =>
    eventually(async () => {
      const run = await client.get<{ status: string; endedAt: string | null }>(
        `/api/orchestrator/runs/${runId}`,
      );
      return run.endedAt !== null && run;
    }, patience);
  const countEffects = (): number => [...echo.effects.values()].reduce((sum, one) => sum + one, 0);
  const killAndStart = async () => {
    await product.kill('SIGKILL');
    await product.start();
  };

  it('resume where they were: a call that was recorded is not made again, and every acknowledged run ends', async () => {
    const before = countEffects();
    const flowId = await publish([
      call('step_1', 'one'),
      call('step_2', 'two'),
      step('step_3', 'delay', 'delay_for', { seconds: 1 }),
      call('step_4', 'four'),
    ]);
    const runIds: string[] = [];
    for (let n = 0; n < 20; n += 1) runIds.push(await start(flowId, { n }));
    await killAndStart();
    await eventually(
      async () => (await stepsOf(runIds[0] ?? '')).some(({ step: name }) => name === 'step_2'),
      patience,
    );
    await killAndStart();
    for (const runId of runIds) expect((await ended(runId)).status).toBe('SUCCEEDED');
    expect(countEffects() - before).toBe(runIds.length * 3);
    for (const times of echo.effects.values()) expect(times).toBe(1);
  });

  it('go on in a loop after an approval, and make the calls of earlier rounds only once', async () => {
    const before = countEffects();
    const flowId = await publish([
      {
        name: 'step_1',
        type: 'LOOP_ON_ITEMS',
        displayName: 'Each',
        settings: { items: '{{trigger.body.names}}' },
        firstLoopAction: chain([
          call('step_2', '{{step_1.item}}'),
          step('step_3', 'approval', 'wait_for_approval', { title: 'Pay {{step_1.item}}?', to: [] }),
        ]),
      },
      call('step_4', 'last'),
    ]);
    const runId = await start(flowId, { names: ['Ada', 'Grace', 'Edsger'] });
    for (const round of [1, 2, 3]) {
      const asked = await eventually(
        async () =>
          (await stepsOf(runId)).find(
            (one) => one.step === 'step_3' && one.status === 'WAITING' && one.rounds[0]?.round === round,
          ),
        patience,
      );
      await killAndStart();
      const token = asked.approvalToken ?? '';
      await product.visitor().post(`/api/orchestrator/approvals/${token}`, { approved: true });
    }
    expect((await ended(runId)).status).toBe('SUCCEEDED');
    expect(countEffects() - before).toBe(4);
    const rounds = (await stepsOf(runId)).filter((one) => one.step === 'step_3');
    expect(rounds.map((one) => [one.rounds[0]?.round, one.status])).toEqual([
      [1, 'SUCCEEDED'],
      [2, 'SUCCEEDED'],
      [3, 'SUCCEEDED'],
    ]);
  });

  it('join parallel branches once', async () => {
    const before = countEffects();
    const branch = (at: number): Step[] => [
      call(`step_${at}`, `branch ${at}`),
      step(`step_${at + 1}`, 'delay', 'delay_for', { seconds: 1 }),
    ];
    const flowId = await publish([
      {
        name: 'step_1',
        type: 'PARALLEL',
        displayName: 'Both',
        settings: { branches: [{ branchName: 'Left' }, { branchName: 'Right' }] },
        children: [chain(branch(2)), chain(branch(4))],
      },
      call('step_6', 'after the join'),
    ]);
    const runId = await start(flowId);
    await eventually(async () => countEffects() - before >= 1, patience);
    await killAndStart();
    expect((await ended(runId)).status).toBe('SUCCEEDED');
    expect(countEffects() - before).toBe(3);
    const after = (await stepsOf(runId)).filter((one) => one.step === 'step_6');
    expect(after).toHaveLength(1);
  });
});
