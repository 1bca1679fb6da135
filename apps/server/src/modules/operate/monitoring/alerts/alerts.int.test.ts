import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { apps } from '@atelier/contracts/assistants/apps';
import { chat } from '@atelier/contracts/assistants/chat/chat';
import { feedback } from '@atelier/contracts/assistants/chat/feedback';
import type { AlertRuleInput } from '@atelier/contracts/operate/monitoring/alert-shapes';
import { alerts } from '@atelier/contracts/operate/monitoring/alerts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../../tests/client.ts';
import { eventually, startTestServer, type TestServer } from '../../../../../tests/harness.ts';
import { filledBase } from '../../../../../tests/knowledge.ts';
import { joinTenant } from '../../../../../tests/member.ts';
import { checkAlerts, orderChecks } from './service/check-alerts.ts';

const { endpoints } = alerts;

interface Received {
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** A service of others that takes calls. */
const startReceiver = async () => {
  const received: Received[] = [];
  const state = { status: 204 };
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(parts).toString() });
      response.writeHead(state.status).end();
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    ...{ received, state, host, url: `http://${host}/hook` },
    close: () => new Promise((done) => server.close(done)),
  };
};

let receiver: Awaited<ReturnType<typeof startReceiver>>;
let server: TestServer;
let owner: Client;
let tenantId: string;
let email: string;
let base: string;

beforeAll(async () => {
  receiver = await startReceiver();
  server = await startTestServer({ env: { OUTBOUND_ALLOW: receiver.host } });
  ({
    client: owner,
    user: { tenantId },
    email,
  } = await server.signUp());
  base = await filledBase(owner, { 'leave.md': 'Employees get 25 days of paid leave per year.' });
});
afterAll(async () => {
  await server.close();
  await receiver.close();
});

const newApp = async () => {
  const name = `App ${crypto.randomUUID()}`;
  const body = { name, access: 'PUBLIC' as const, knowledgeBaseIds: [base] };
  return (await owner.call(apps.endpoints.create, { body })).appId;
};
const ask = async (appId: string, query: string) =>
  (await owner.call(chat.endpoints.query, { body: { appId, query } })).queryId;
const dislike = async (appId: string) => {
  const queryId = await ask(appId, 'How many days of paid leave?');
  await owner.call(feedback.endpoints.likeDislike, { body: { appId, queryId, verdict: 'DISLIKE' } });
  return queryId;
};
const ruleOf = (appId: string, over: Partial<AlertRuleInput> = {}): AlertRuleInput => ({
  ...{ name: `Rule ${appId}`, subjectKind: 'APP', subjectId: appId, metric: 'DISLIKES', threshold: 2 },
  ...{ hours: 24, least: 0, quietMinutes: 60, mail: 'ADMINS', webhookUrl: null, enabled: true },
  ...over,
});
const check = () => checkAlerts(server.contextOf(tenantId));
const history = async (ruleId: string) =>
  (await owner.call(endpoints.list, { query: { limit: 100 } })).items.filter(
    (alert) => alert.ruleId === ruleId,
  );
const mailsAbout = (name: string) =>
  server.sql<{ recipient: string; subject: string }>(
    "select to_address as recipient, subject from mail_outbox where subject like '%' || $1",
    [name],
  );

describe('a rule', () => {
  it('tells once by mail and by signed webhook that its value was reached, and once that it is over', async () => {
    const appId = await newApp();
    const rule = ruleOf(appId, { webhookUrl: receiver.url });
    const { ruleId, webhookSecret } = await owner.call(endpoints.create, { body: rule });
    await dislike(appId);
    await check();
    expect(await history(ruleId)).toEqual([]);
    const second = await dislike(appId);
    await Promise.all([check(), check()]);
    await check();
    const [begun] = await eventually(async () => {
      const seen = await history(ruleId);
      return seen[0]?.messages.every(({ state }) => state === 'SENT') ? seen : undefined;
    });
    expect(begun).toMatchObject({ value: 2, resolvedAt: null });
    expect(begun?.messages.map(({ event, channel }) => [event, channel])).toEqual(
      expect.arrayContaining([
        ['BEGAN', 'MAIL'],
        ['BEGAN', 'WEBHOOK'],
      ]),
    );
    expect(receiver.received).toHaveLength(1);
    const [{ headers, body } = { headers: {}, body: '' }] = receiver.received;
    const key = Buffer.from((webhookSecret ?? '').replace('whsec_', ''), 'base64');
    const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
    expect(headers['webhook-signature']).toBe(
      `v1,${createHmac('sha256', key).update(signed).digest('base64')}`,
    );
    expect(JSON.parse(body)).toMatchObject({
      type: 'alert.began',
      data: {
        ...{ ruleId, metric: 'DISLIKES', value: 2, threshold: 2, subjectId: appId },
        link: `${server.origin}/monitor/app/${appId}`,
      },
    });
    await owner.call(feedback.endpoints.likeDislike, { body: { appId, queryId: second, verdict: 'LIKE' } });
    await check();
    await eventually(async () => (receiver.received.length === 2 ? true : undefined));
    expect(JSON.parse(receiver.received[1]?.body ?? '')).toMatchObject({ type: 'alert.resolved' });
    const [resolved] = await history(ruleId);
    expect(resolved?.resolvedAt).not.toBeNull();
    const mails = await eventually(async () => {
      const sent = await mailsAbout(rule.name);
      return sent.length === 2 ? sent : undefined;
    });
    expect(mails.map(({ recipient }) => recipient)).toEqual([email, email]);
    expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
      `Alert: ${rule.name}`,
      `Resolved: ${rule.name}`,
    ]);
  });

  it('is quiet about an alert that begins again soon, until the quiet period is over', async () => {
    const appId = await newApp();
    const { ruleId } = await owner.call(endpoints.create, { body: ruleOf(appId, { threshold: 1 }) });
    const queryId = await dislike(appId);
    await check();
    const verdict = (next: 'LIKE' | 'DISLIKE') =>
      owner.call(feedback.endpoints.likeDislike, { body: { appId, queryId, verdict: next } });
    await verdict('LIKE');
    await check();
    await verdict('DISLIKE');
    await check();
    const seen = await history(ruleId);
    expect(seen.map(({ messages }) => messages.length)).toEqual([0, 2]);
    await server.sql("update alert_rules set told_at = now() - interval '2 hours' where id = $1", [ruleId]);
    await check();
    expect((await history(ruleId))[0]?.messages.map(({ event }) => event)).toEqual(['BEGAN']);
  });

  it('measures the share of unanswered questions only when there are enough', async () => {
    const appId = await newApp();
    const rule = ruleOf(appId, { metric: 'UNANSWERED_PERCENT', threshold: 50, least: 2 });
    const { ruleId, value } = await owner.call(endpoints.create, { body: rule });
    expect(value).toBeNull();
    await ask(appId, 'zzzz qqqq xxxx?');
    await check();
    expect(await history(ruleId)).toEqual([]);
    await ask(appId, 'yyyy wwww vvvv?');
    await check();
    expect(await history(ruleId)).toMatchObject([{ value: 100 }]);
  });

  it('counts failed imports of a knowledge base', async () => {
    const body = ruleOf(base, { subjectKind: 'KNOWLEDGE_BASE', metric: 'FAILED_IMPORTS', threshold: 1 });
    const { ruleId, value } = await owner.call(endpoints.create, { body });
    expect(value).toBe(0);
    await server.sql(
      `insert into runs (tenant_id, id, kind, subject_id, scope_id, status, actor)
        values ($1, 'run_failing', 'knowledge.import', 'imp_failing', $2, 'RUNNING', '{}')`,
      [tenantId, base],
    );
    await server.sql("update runs set status = 'FAILED', finished_at = now() where id = 'run_failing'");
    await check();
    expect(await history(ruleId)).toMatchObject([{ value: 1, subjectKind: 'KNOWLEDGE_BASE' }]);
  });

  it('says in the history why a webhook was not reached, and tries again', async () => {
    const appId = await newApp();
    const body = ruleOf(appId, { mail: 'NOBODY', webhookUrl: receiver.url, threshold: 1 });
    const { ruleId } = await owner.call(endpoints.create, { body });
    receiver.state.status = 500;
    await dislike(appId);
    await check();
    const message = await eventually(async () => {
      const [seen] = (await history(ruleId))[0]?.messages ?? [];
      return seen?.problem ? seen : undefined;
    });
    expect(message).toMatchObject({ state: 'WAITING', problem: expect.stringContaining('status 500') });
    receiver.state.status = 204;
    await server.sql(
      "update graphile_worker._private_jobs set run_at = now() where key like 'monitoring.deliver%'",
    );
    await eventually(
      async () => ((await history(ruleId))[0]?.messages[0]?.state === 'SENT' ? true : undefined),
      30_000,
    );
  });

  it('is tested without an alert: the mail goes to the tester, the call to the webhook', async () => {
    const appId = await newApp();
    const body = ruleOf(appId, { webhookUrl: receiver.url });
    const { ruleId } = await owner.call(endpoints.create, { body });
    const tested = await owner.call(endpoints.test, { params: { id: ruleId } });
    expect(tested).toEqual({
      mail: { isSent: true, problem: null },
      webhook: { isSent: true, problem: null },
    });
    expect(JSON.parse(receiver.received.at(-1)?.body ?? '')).toMatchObject({ type: 'alert.test' });
    expect(await mailsAbout(body.name)).toMatchObject([
      { recipient: email, subject: `Test of an alert: ${body.name}` },
    ]);
    expect(await history(ruleId)).toEqual([]);
  });

  it('goes with what it watches, and is checked by one process for each company', async () => {
    const appId = await newApp();
    const { ruleId } = await owner.call(endpoints.create, { body: ruleOf(appId, { threshold: 1 }) });
    await dislike(appId);
    const other = await server.another();
    await Promise.all([orderChecks(server.services), orderChecks(other.services)]);
    await eventually(async () => ((await history(ruleId)).length > 0 ? true : undefined));
    await Promise.all([checkAlerts(server.contextOf(tenantId)), checkAlerts(other.contextOf(tenantId))]);
    const seen = await history(ruleId);
    expect(seen).toHaveLength(1);
    expect(seen[0]?.messages).toHaveLength(1);
    await other.close();
    await owner.call(apps.endpoints.remove, { params: { id: appId }, query: {} });
    const { items } = await owner.call(endpoints.rules, { query: {} });
    expect(items.some((rule) => rule.ruleId === ruleId)).toBe(false);
    expect((await history(ruleId))[0]?.resolvedAt).not.toBeNull();
  });
});

describe('the rules of a company', () => {
  it('come with one click, once, and the spend only for those who see the bills', async () => {
    const { client, user } = await server.signUp();
    const builder = await joinTenant(server, { tenantId: user.tenantId, role: 'BUILDER' });
    const first = await builder.client.call(endpoints.createUsual, {});
    expect(first.items.map(({ metric }) => metric)).not.toContain('CREDITS');
    const second = await client.call(endpoints.createUsual, {});
    expect([first.added, second.added, second.items.length]).toEqual([5, 1, 6]);
    const spend = second.items.find(({ metric }) => metric === 'CREDITS');
    const refused = await builder.client.send(endpoints.remove, { params: { id: spend?.ruleId ?? '' } });
    expect([refused.status, refused.body.code]).toEqual([404, 'alerts.rule_not_found']);
    const body = { ...ruleOf('', { metric: 'CREDITS' }), subjectKind: 'COMPANY', subjectId: null } as const;
    const forbidden = await builder.client.send(endpoints.create, { body });
    expect([forbidden.status, forbidden.body.code]).toEqual([403, 'alerts.spend_not_allowed']);
  });

  it('are refused without a channel, for what does not exist, and beyond fifty', async () => {
    const { client } = await server.signUp();
    const company = { ...ruleOf('app_none'), subjectKind: 'COMPANY', subjectId: null } as const;
    const silent = await client.send(endpoints.create, { body: { ...company, mail: 'NOBODY' } });
    expect(silent.status).toBe(400);
    const unknown = await client.send(endpoints.create, { body: ruleOf('app_none') });
    expect([unknown.status, unknown.body.code]).toEqual([404, 'alerts.subject_not_found']);
    for (let count = 0; count < 50; count += 1) await client.call(endpoints.create, { body: company });
    const beyond = await client.send(endpoints.create, { body: company });
    expect([beyond.status, beyond.body.code]).toEqual([429, 'alerts.too_many_rules']);
  });

  it('are changed and deleted, with another key for another webhook only', async () => {
    const appId = await newApp();
    const body = ruleOf(appId, { webhookUrl: receiver.url });
    const { ruleId, webhookSecret } = await owner.call(endpoints.create, { body });
    expect(webhookSecret).toMatch(/^whsec_/);
    const change = (over: Partial<AlertRuleInput>) =>
      owner.call(endpoints.change, { params: { id: ruleId }, body: { ...body, ...over } });
    expect(await change({ threshold: 9 })).toMatchObject({ threshold: 9, webhookSecret: null });
    const moved = await change({ webhookUrl: `${receiver.url}2` });
    expect(moved.webhookSecret).not.toBe(webhookSecret);
    await owner.call(endpoints.remove, { params: { id: ruleId } });
    const gone = await owner.send(endpoints.test, { params: { id: ruleId } });
    expect([gone.status, gone.body.code]).toEqual([404, 'alerts.rule_not_found']);
  });
});
