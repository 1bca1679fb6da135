import { agentRuns } from '@atelier/contracts/assistants/agents/agent-runs';
import { apps } from '@atelier/contracts/assistants/apps';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../../../../tests/eventually.ts';
import { loseRuns, loseRunsAtCharge } from '../../../../../tests/kernel/runs/lose-runs.ts';
import { startWorkerBed, type WorkerBed } from '../../../../../tests/worker-bed.ts';

const { endpoints } = agentRuns;
let bed: WorkerBed;
beforeAll(async () => {
  bed = await startWorkerBed();
});
afterAll(() => bed.close());

const start = async (settings: Record<string, unknown> = {}): Promise<string> => {
  const agentId = await bed.makeAgent(settings);
  return (await bed.client.call(endpoints.start, { body: { agentId, input: 'Count.' } })).runId;
};
const ended = (runId: string) =>
  eventually(async () => {
    const run = await bed.client.call(endpoints.get, { params: { runId } });
    return run.endedAt === null ? undefined : run;
  });
const charges = async () =>
  (
    await bed.server.sql<{ tokens: number }>(
      'select input_tokens + output_tokens as tokens from usage_records where tenant_id = $1',
      [bed.tenantId],
    )
  ).map(({ tokens }) => tokens);
const holds = () => bed.server.sql('select id from ledger_holds where tenant_id = $1', [bed.tenantId]);

/** The model writes one word, and the rest only when the gate is opened. Resolves to the number of times that it was asked. */
const holdFirstReply = () => {
  const gate = Promise.withResolvers<void>();
  const asked: Promise<void>[] = [];
  bed.say(() => {
    asked.push(gate.promise);
    return { text: 'One two.', ...(asked.length === 1 && { hold: { after: 1, until: gate.promise } }) };
  });
  return { asked, open: () => gate.resolve() };
};

describe('a run that is lost while the model writes', () => {
  it('asks again elsewhere, and pays once', async () => {
    const { asked, open } = holdFirstReply();
    const runId = await start();
    await eventually(async () => asked.length === 1);
    await loseRuns(bed.server);
    const run = await ended(runId);
    open();
    expect(run).toMatchObject({ status: 'COMPLETED', output: 'One two.' });
    expect(asked).toHaveLength(2);
    expect(await charges()).toEqual([120]);
    await eventually(async () => (await holds()).length === 0);
    const [counted] = await bed.server.sql<{ cost: string; charged: string }>(
      `select (select cost from runs where id = $1) as cost,
        (select sum(amount) from usage_records where tenant_id = $2) as charged`,
      [runId, bed.tenantId],
    );
    expect(counted?.cost).toBe(counted?.charged);
  });

  it('asks an app again, and pays for its answer once', async () => {
    const { appId } = await bed.client.call(apps.endpoints.create, {
      body: { name: 'Helper', access: 'PUBLIC', knowledgeBaseIds: [] },
    });
    let answers = 0;
    bed.say(({ tools, turn }) => {
      if (tools.length === 0) answers += 1;
      if (tools.length === 0) return { text: 'Three of them.' };
      return turn === 0
        ? { calls: [[tools[0]?.function.name ?? '', { question: 'How many?' }]] }
        : { text: 'There are three.' };
    });
    await loseRunsAtCharge(bed.server, { tenantId: bed.tenantId, kind: 'ANSWER' });
    const run = await ended(await start({ appIds: [appId] }));
    expect(run).toMatchObject({ status: 'COMPLETED', output: 'There are three.' });
    expect(answers).toBe(2);
    const paid = await bed.server.sql(
      `select 1 from usage_records where tenant_id = $1 and kind = 'ANSWER' and amount > 0`,
      [bed.tenantId],
    );
    expect(paid).toHaveLength(1);
    await eventually(async () => (await holds()).length === 0);
  });
});
