import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Attacked, isHarmed, startAttacked } from '../src/attacked/attacked.ts';
import { ask, makeApp } from '../src/chat.ts';
import type { Client } from '../src/client.ts';
import { eventually } from '../src/eventually.ts';
import { codeStep, makeFlow, pieceStep } from '../src/flows.ts';
import { makeBase, settled, upload } from '../src/knowledge.ts';

/** The companies that take whatever they get, and what each of them starts. */
const hostileCompanies = 6;
const loopsEach = 10;
const filesEach = 6;

const groups = `<svg xmlns="http://www.w3.org/2000/svg">${'<g>'.repeat(200_000)}`;
const quotes = `${'"'.repeat(1000)},`.repeat(3000);
/** A sheet whose reading takes seconds without a pause. */
const rows = `<table>${'<tr><td>a<td>b'.repeat(40_000)}</table>`;

/** The milliseconds that calls took: in the middle, and at worst. */
interface Times {
  median: number;
  slowest: number;
}

/** How long a company waits at each of its uses. */
interface Figures {
  code: Times;
  answer: Times;
  imported: Times;
}

const timesOf = async (count: number, work: () => Promise<unknown>): Promise<Times> => {
  const waits: number[] = [];
  for (let at = 0; at < count; at += 1) {
    const since = performance.now();
    await work();
    waits.push(Math.round(performance.now() - since));
  }
  waits.sort((a, b) => a - b);
  return { median: waits[Math.floor(count / 2)] ?? 0, slowest: waits.at(-1) ?? 0 };
};

describe('six companies that take all they can get', () => {
  let attacked: Attacked;
  let client: Client;
  let base: string;
  let appId: string;
  let flowId: string;
  let attackers: { client: Client; flowId: string; base: string }[];

  /** The first look at the computing time makes the subscription; the second one shows that the company counts as one that pays. */
  const pay = async (owner: { client: Client; tenantId: string }) => {
    const computingTime = () => owner.client.get('/api/payment/computing-time');
    expect(await computingTime()).toMatchObject({ secondsPerMinute: 10 });
    await attacked.product.sql("update subscriptions set provider = 'stripe' where tenant_id = $1", [
      owner.tenantId,
    ]);
    expect(await computingTime()).toMatchObject({ secondsPerMinute: 60 });
  };

  /** The server reads anew how much a company may compute when it stores what the company has computed. */
  const stored = async (of: Client) => {
    await eventually(
      async () => {
        await computeCode();
        return (await of.get<{ today: number }>('/api/payment/computing-time')).today > 0;
      },
      { within: 30_000, every: 500, what: 'The computing time' },
    );
  };

  const publish = async (of: Client, code: string): Promise<string> => {
    const answer = pieceStep('Answer', ['webhook', 'return_response'], {
      status: 200,
      headers: {},
      body: '{{step_1}}',
    });
    const id = await makeFlow(of, 'Compute', [codeStep('Code', code, { x: '{{trigger.body.x}}' }), answer]);
    await of.post(`/api/orchestrator/flows/${id}/publish`, {});
    return id;
  };

  const call = (of: Client, id: string): Promise<Response> =>
    of.fetch(`/api/orchestrator/webhooks/${id}/sync`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"x":42}',
    });

  const computeCode = async () => {
    const reply = await call(client, flowId);
    expect(reply.status).toBe(200);
    expect(await reply.text()).toContain('42');
  };
  const answerQuestion = async () => {
    const answer = await ask(client, { appId, query: 'What is in the hay?' });
    expect(answer.end).toBe('done');
  };
  const importText = async () => {
    const name = `${crypto.randomUUID()}.md`;
    await upload(client, base, [{ name, content: `# Note\n\nThe text ${name}.` }]);
    const imports = await settled(client, base, { every: 20 });
    expect(imports.find((each) => each.name === name)?.status).toBe('COMPLETED');
  };

  const figures = async (): Promise<Figures> => ({
    code: await timesOf(15, computeCode),
    answer: await timesOf(9, answerQuestion),
    imported: await timesOf(7, importText),
  });

  beforeAll(async () => {
    attacked = await startAttacked({ env: { FREE_CREDITS: '100000000' } });
    const owner = await attacked.product.signUp();
    ({ client } = owner);
    await pay(owner);
    base = await makeBase(client, 'Hay', { retrieval: { mode: 'BM25' } });
    await upload(client, base, [{ name: 'plain.txt', content: 'The needle is in the hay.' }]);
    await settled(client, base);
    appId = await makeApp(client, 'Hay', base);
    flowId = await publish(client, 'export const code = async ({ x }) => x;');
    await stored(client);
    attackers = await Promise.all(
      Array.from({ length: hostileCompanies }, async () => {
        const { client: of } = await attacked.product.signUp();
        const id = await publish(of, 'export const code = async () => { for (;;) {} };');
        return { client: of, flowId: id, base: await makeBase(of, 'Slow') };
      }),
    );
  });
  afterAll(() => attacked.close());

  it('leave another company, which has paid, code and answers within a second, and imports within five', async () => {
    await figures();
    const quiet = await figures();
    const calls = attackers.flatMap((each) =>
      Array.from({ length: loopsEach }, () => call(each.client, each.flowId).catch(() => undefined)),
    );
    for (const each of attackers) {
      const files = Array.from({ length: filesEach }, (_nothing, at) => [
        { name: `${at}.svg`, content: `${groups}${at}` },
        { name: `${at}.csv`, content: `${quotes}${at}` },
        { name: `${at}.html`, content: `${rows}${at}` },
      ]).flat();
      await upload(each.client, each.base, files);
    }
    let beside: Figures = quiet;
    const harm = await attacked.during('six hostile companies', async () => {
      beside = await figures();
    });
    process.stdout.write(
      `a paying company, quiet ${JSON.stringify(quiet)}, beside them ${JSON.stringify(beside)}\n`,
    );
    expect(harm).not.toSatisfy(isHarmed);
    expect(beside.code.slowest).toBeLessThan(1000);
    expect(beside.answer.slowest).toBeLessThan(1000);
    expect(beside.imported.slowest).toBeLessThan(5000);
    await attacked.close();
    await Promise.allSettled(calls);
  }, 120_000);
});
