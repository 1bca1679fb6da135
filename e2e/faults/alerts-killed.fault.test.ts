import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, makeApp } from '../src/chat.ts';
import type { Client } from '../src/client.ts';
import { eventually } from '../src/eventually.ts';
import { makeBase, settled, upload } from '../src/knowledge.ts';
import { type Product, startProduct } from '../src/product.ts';
import { randomOf } from '../src/runs/random.ts';

/** `ALERT_KILLS=30` for many; fewer in the usual run, because each costs a start of the server. */
const moments = Number(process.env['ALERT_KILLS'] ?? 4);

interface Call {
  type: string;
  alertId: string;
  ruleId: string;
}

/** A service of others, which takes no call while it is away. */
const startReceiver = async () => {
  const state = { isAway: true };
  const taken: Call[] = [];
  const server = createServer((request, response) => {
    if (state.isAway) {
      request.destroy();
      return;
    }
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { type, data } = JSON.parse(Buffer.concat(parts).toString()) as {
        type: string;
        data: Omit<Call, 'type'>;
      };
      taken.push({ type, alertId: data.alertId, ruleId: data.ruleId });
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    ...{ state, taken, host, url: `http://${host}/hook` },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};

/** Looks at all rules at once, instead of in the next minute. */
const look = (product: Product) => product.sql('select atelier.order_alert_checks()');
/** Has what waits for another attempt sent at once. */
const hurry = (product: Product) =>
  product.sql("update graphile_worker._private_jobs set run_at = now() where key like 'monitoring.deliver%'");

const alertsOf = (product: Product, ruleId: string) =>
  product.sql<{ id: string }>('select id from alerts where rule_id = $1', [ruleId]);

describe('an alert whose server is killed before it is told', () => {
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  let product: Product;
  let client: Client;

  beforeAll(async () => {
    receiver = await startReceiver();
    product = await startProduct({ env: { OUTBOUND_ALLOW: receiver.host } });
    ({ client } = await product.signUp());
  });
  afterAll(async () => {
    await product.close();
    receiver.close();
  });

  /** Makes an app with a rule that its first unanswered question reaches. */
  const makeRule = async (base: string, name: string): Promise<string> => {
    const appId = await makeApp(client, name, base);
    const { ruleId } = await client.post<{ ruleId: string }>('/api/monitoring/alert-rules', {
      ...{
        name,
        subjectKind: 'APP',
        subjectId: appId,
        metric: 'UNANSWERED_PERCENT',
        threshold: 50,
        hours: 24,
      },
      ...{ least: 0, quietMinutes: 60, mail: 'NOBODY', webhookUrl: receiver.url, enabled: true },
    });
    await ask(client, { appId, query: 'Who repairs violins?' });
    return ruleId;
  };

  it(`is told once, through ${moments} moments from the look to the delivery`, {
    timeout: 120_000 + moments * 60_000,
  }, async () => {
    const base = await makeBase(client, 'Ferries');
    await upload(client, base, [{ name: 'fares.md', content: '# Fares\n\nA crossing costs 42 euros.\n' }]);
    await settled(client, base);
    const random = randomOf(17);
    const rules: string[] = [];
    for (let moment = 0; moment < moments; moment += 1) {
      receiver.state.isAway = true;
      const ruleId = await makeRule(base, `Harbour ${moment}`);
      rules.push(ruleId);
      await look(product);
      // Every second time the decision is known to be stored.
      if (moment % 2 === 0) await eventually(async () => (await alertsOf(product, ruleId)).length === 1);
      else await sleep(random() * 200);
      await product.kill('SIGKILL');
      await product.start();
      receiver.state.isAway = false;
      await look(product);
      await eventually(
        async () => {
          await hurry(product);
          return receiver.taken.some((call) => call.ruleId === ruleId);
        },
        { within: 90_000, what: 'The call about the alert' },
      );
    }
    await look(product);
    await sleep(3000);
    for (const ruleId of rules) {
      const alerts = await alertsOf(product, ruleId);
      expect(alerts).toHaveLength(1);
      expect(receiver.taken.filter((call) => call.ruleId === ruleId)).toEqual([
        { type: 'alert.began', alertId: alerts[0]?.id, ruleId },
      ]);
    }
  });
});
