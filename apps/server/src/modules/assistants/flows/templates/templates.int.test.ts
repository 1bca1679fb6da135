import { randomBytes } from 'node:crypto';
import type { AddressInfo, Server } from 'node:net';
import { flowRuns } from '@atelier/contracts/assistants/flows/flow-runs';
import { flows } from '@atelier/contracts/assistants/flows/flows';
import { workerInputs } from '@atelier/contracts/assistants/workers/worker-inputs';
import { workerRecords } from '@atelier/contracts/assistants/workers/worker-records';
import { workers } from '@atelier/contracts/assistants/workers/workers';
import { connections } from '@atelier/contracts/content/connections/connections';
import { isObject } from '@atelier/contracts/fields/field-values';
import type { FieldValues } from '@atelier/contracts/fields/fields';
import { type FakeServer, type Handler, sendJson, startFakeServer } from '@atelier/models/tests/fake-http';
import { startMailServers } from '@atelier/pieces/tests/mail-servers';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Client } from '../../../../../tests/client.ts';
import { openBridge } from '../../../../../tests/database-bridge.ts';
import { offerModels } from '../../../../../tests/fakes/model-provider.ts';
import { eventually, startTestServer, type TestServer } from '../../../../../tests/harness.ts';
import { importTexts, newKnowledgeBase, settled } from '../../../../../tests/knowledge.ts';

const tag = randomBytes(5).toString('hex');
const database = `crm_${tag}`;
const login = { user: `crm_${tag}`, password: `p-${tag}` };

const setUp = `
  create table leads (id int primary key generated always as identity, name text, email text, company text, wish text);
  create table customers (email text primary key, name text);
  create table orders (state text, total int, created_at timestamptz default now());
  insert into customers values ('ann@example.com', 'Old name');
  insert into orders (state, total) values ('paid', 20), ('paid', 22), ('open', 7);
  grant all on all tables in schema public to ${login.user}`;

/** Answers as the system prompt of the template wants it. */
const model: Handler = ({ body }, response) => {
  const asked = JSON.stringify(body);
  const fitting = [
    { has: 'Choose the one label', content: 'billing' },
    { has: 'Read the data out of the text', content: '{"company":"Acme","wish":"a demo"}' },
    { has: 'Sum up the mail', content: 'Bob wants his order.' },
  ].find(({ has }) => asked.includes(has));
  sendJson(response, {
    choices: [
      {
        message: { role: 'assistant', content: fitting?.content ?? 'It is on its way.' },
        finish_reason: 'stop',
      },
    ],
    usage: { prompt_tokens: 50, completion_tokens: 10 },
  });
};

describe('the templates', () => {
  const address = new URL(inject('adminUrl'));
  let bridge: Server;
  let admin: pg.Client;
  let provider: FakeServer;
  let page: FakeServer;
  let mails: Awaited<ReturnType<typeof startMailServers>>;
  let server: TestServer;
  let client: Client;
  const connectionIds: Record<string, string> = {};

  const connect = async (
    pieceName: string,
    kind: { service: 'DATABASE' | 'WEB'; kind: string },
    values: FieldValues,
  ) => {
    const body = { name: pieceName, ...kind, values };
    connectionIds[pieceName] = (await client.call(connections.endpoints.create, { body })).connectionId;
  };

  beforeAll(async () => {
    const first = new pg.Client({ connectionString: address.href });
    await first.connect();
    await first.query(`create role ${login.user} login password '${login.password}'`);
    await first.query(`create database ${database}`);
    await first.end();
    address.pathname = `/${database}`;
    admin = new pg.Client({ connectionString: address.href });
    await admin.connect();
    await admin.query(setUp);
    bridge = await openBridge(address);
    provider = await startFakeServer(model);
    page = await startFakeServer((_request, response) => sendJson(response, 'The plan costs 19 euros.'));
    mails = await startMailServers('mail.example.com');
    const { port } = bridge.address() as AddressInfo;
    const { imap, smtp } = mails.ports;
    const hosts = [provider, page].map(({ origin }) => new URL(origin).host);
    const allowed = [...hosts, ...[port, imap, smtp].map((each) => `127.0.0.1:${each}`)];
    server = await startTestServer({ env: { OUTBOUND_ALLOW: allowed.join(',') } });
    ({ client } = await server.signUp());
    await offerModels(client, `${provider.origin}/v1`, { chatModels: ['writer'] });
    const plain = { smtpSecurity: 'NONE', imapSecurity: 'NONE' };
    await connect(
      'mail',
      { service: 'WEB', kind: 'MAIL' },
      {
        ...{ user: 'ann@example.com', password: 'secret', ...plain },
        ...{ smtpHost: '127.0.0.1', smtpPort: smtp, imapHost: '127.0.0.1', imapPort: imap },
      },
    );
    await connect(
      'postgresql',
      { service: 'DATABASE', kind: 'POSTGRESQL' },
      { host: '127.0.0.1', port, ...login, database, tls: 'OFF' },
    );
  });
  afterAll(async () => {
    await server.close();
    await Promise.all([mails.close(), provider.close(), page.close()]);
    bridge.close();
    await admin.query('drop table leads, customers, orders');
    await admin.end();
    const last = new pg.Client({ connectionString: inject('adminUrl') });
    await last.connect();
    await last.query(`drop database ${database} with (force)`);
    await last.query(`drop role ${login.user}`);
    await last.end();
  });

  /** Fills in what a template leaves to its user: connections, and empty fields. */
  const fill = (value: unknown, fields: Record<string, unknown>): unknown => {
    if (Array.isArray(value)) return value.map((it) => fill(it, fields));
    if (!isObject(value as never)) return value;
    const parts = value as Record<string, unknown>;
    const connectionId = connectionIds[String(parts['pieceName'])];
    const entries = Object.entries(parts).map(([name, it]) => {
      const isOpen = it === '' || (Array.isArray(it) && it.length === 0);
      const isSameKind = Array.isArray(it) === Array.isArray(fields[name]);
      return [name, isOpen && isSameKind && Object.hasOwn(fields, name) ? fields[name] : fill(it, fields)];
    });
    const filled = Object.fromEntries(entries) as Record<string, unknown>;
    const polls =
      isObject(filled['input'] as never) && Object.hasOwn(filled['input'] as object, 'everyMinutes');
    if (polls) filled['input'] = { ...(filled['input'] as object), includeExisting: true };
    return connectionId === undefined ? filled : { ...filled, connectionId };
  };

  /** Makes a flow of a template and publishes it. */
  const use = async (templateId: string, fields: Record<string, unknown> = {}) => {
    const params = { id: templateId };
    const { content } = await client.call(flows.endpoints.template, { params, query: {} });
    const body = fill(content, { to: 'team@example.com', ...fields }) as typeof content;
    const { flowId } = await client.call(flows.endpoints.create, { body });
    await client.call(flows.endpoints.publish, { params: { id: flowId } });
    return flowId;
  };
  const call = async (flowId: string, body: unknown, type = 'application/json') => {
    const response = await fetch(`${server.origin}/api/orchestrator/webhooks/${flowId}/sync`, {
      method: 'POST',
      headers: { 'content-type': type },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const newestRun = async (flowId: string) =>
    (await client.call(flowRuns.endpoints.list, { query: { flowId } })).items[0];
  const ended = async (flowId: string) => {
    const run = await eventually(async () => {
      const found = await newestRun(flowId);
      return found !== undefined && found.endedAt !== null && found;
    });
    expect(run.status).toBe('SUCCEEDED');
  };
  /** Decides what the newest run of a flow waits for. */
  const decide = async (flowId: string, approved: boolean, comment = '') => {
    const token = await eventually(async () => {
      const runId = (await newestRun(flowId))?.runId;
      if (runId === undefined) return undefined;
      const { steps } = await client.call(flowRuns.endpoints.steps, { params: { runId }, query: {} });
      return steps.find(({ status }) => status === 'WAITING')?.approvalToken ?? undefined;
    });
    const body = { approved, comment };
    await server.visitor().send(flowRuns.endpoints.decide, { params: { token }, body });
    await ended(flowId);
  };
  const lastMail = () => (mails.sent.at(-1) ?? '').replace(/=\n/g, '');

  it('say what they need, and show what they consist of', async () => {
    const { templates } = await client.call(flows.endpoints.templates, { query: {} });
    expect(templates).toHaveLength(10);
    expect(templates.find(({ templateId }) => templateId === 'tpl_daily_report')).toMatchObject({
      picture: ['schedule', 'postgresql', 'csv', 'mail'],
      needs: ['PostgreSQL', 'Mail'],
    });
  });

  it('cannot be published before their connections are chosen', async () => {
    const params = { id: 'tpl_daily_report' };
    const { content } = await client.call(flows.endpoints.template, { params, query: {} });
    const { flowId, version } = await client.call(flows.endpoints.create, { body: content });
    expect(version.problems.map(({ step }) => step)).toEqual(['step_1', 'step_3', 'step_3']);
    const refused = await client.send(flows.endpoints.publish, { params: { id: flowId } });
    expect(refused).toMatchObject({ status: 409, body: { code: 'flows.not_valid' } });
  });

  it('answer a webhook', async () => {
    expect(await call(await use('tpl_answer_a_webhook'), { n: 1 })).toEqual({
      status: 200,
      body: { received: { n: 1 } },
    });
  });

  it('do the work of a worker with the two steps of the documents', {
    tags: ['FLOW-07', 'FLOW-08', 'CONST-13'],
  }, async () => {
    const { content } = await client.call(flows.endpoints.template, { params: { id: 'tpl_agent_flow' } });
    const { flowId, version } = await client.call(flows.endpoints.create, { body: content });
    expect(version.trigger.nextAction).toMatchObject({
      name: 'step_1',
      type: 'PIECE',
      settings: {
        ...{ pieceName: 'input', actionName: 'trigger_input', pieceVersion: '~0.0.1' },
        input: { text: '{{trigger.body}}' },
      },
      nextAction: {
        name: 'step_4',
        displayName: 'Advanced Agent Dashboard Settings',
        settings: { pieceName: 'utilities', actionName: 'agent_output', pieceVersion: '~0.2.14' },
      },
    });
    await client.call(flows.endpoints.publish, { params: { id: flowId } });
    const worker = { name: `Worker ${tag}`, flowId, queue: [{ kind: 'API' as const }] };
    const { workerId } = await client.call(workers.endpoints.deploy, { body: worker });
    const { recordId } = await client.call(workerInputs.endpoints.trigger, {
      body: { workerId, input: 'Two seats, please.' },
    });
    const record = await eventually(async () => {
      const read = await client.call(workerRecords.endpoints.get, { params: { id: recordId } });
      return read.status === 'PENDING' ? undefined : read;
    });
    expect(record).toMatchObject({ status: 'COMPLETED', outputData: { text: 'Two seats, please.' } });
  });

  it('answer mail after approval', async () => {
    mails.receive(
      'From: Bob <bob@example.com>\nTo: ann@example.com\nSubject: Order\nMessage-ID: <q@example.com>\n\nWhere is it?\n',
    );
    const flowId = await use('tpl_answer_mail');
    await decide(flowId, true);
    expect(lastMail()).toContain('To: bob@example.com');
    expect(lastMail()).toContain('Subject: Re: Order');
    expect(lastMail()).toContain('In-Reply-To: <q@example.com>');
    expect(lastMail()).toContain('It is on its way.');
  });

  it('sort support messages', async () => {
    const message = { email: 'bob@example.com', subject: 'Invoice', message: 'I was charged twice.' };
    const answer = await call(await use('tpl_route_support'), message);
    expect(answer).toEqual({ status: 200, body: { received: true, topic: 'billing' } });
    expect(lastMail()).toContain('Subject: [billing] Invoice');
    expect(lastMail()).toContain('I was charged twice.');
  });

  it('watch a web page', async () => {
    await ended(await use('tpl_watch_page', { url: `${page.origin}/prices` }));
    expect(lastMail()).toContain(`Subject: Changed: ${page.origin}/prices`);
    expect(lastMail()).toContain('The plan costs 19 euros.');
  });

  it('store leads of a form, and refuse those without an address', async () => {
    const flowId = await use('tpl_store_lead');
    const lead = { name: 'Bob', email: 'bob@example.com', message: 'I work at Acme and want a demo.' };
    expect(await call(flowId, lead)).toEqual({ status: 201, body: { id: 1 } });
    const { rows } = await admin.query('select name, email, company, wish from leads');
    expect(rows).toEqual([{ name: 'Bob', email: 'bob@example.com', company: 'Acme', wish: 'a demo' }]);
    expect(lastMail()).toContain('Subject: New lead: Bob');
    expect((await call(flowId, { ...lead, email: 'none' })).status).toBe(400);
  });

  it('send a daily report', async () => {
    const flowId = await use('tpl_daily_report');
    await client.call(flows.endpoints.run, { params: { id: flowId }, body: {} });
    await ended(flowId);
    expect(lastMail()).toContain('paid,2,42');
    expect(lastMail()).toContain('open,1,7');
  });

  it('store the lines of a CSV', async () => {
    const lines = 'email,name\nann@example.com,Ann\nbob@example.com,Bob\n';
    const flowId = await use('tpl_store_csv');
    expect(await call(flowId, lines, 'text/csv')).toEqual({ status: 200, body: { stored: 2 } });
    await ended(flowId);
    const { rows } = await admin.query('select email, name from customers order by email');
    expect(rows.map(({ name }: { name: string }) => name)).toEqual(['Ann', 'Bob']);
  });

  it('answer questions from a knowledge base', async () => {
    const knowledgeBaseId = await newKnowledgeBase(client);
    const imports = await importTexts(client, knowledgeBaseId, {
      'leave.md': '# Leave\n\nEmployees get 25 days of paid leave per year.\n',
    });
    await settled(
      client,
      imports.map((each) => each.knowledgeBaseImportId),
    );
    const flowId = await use('tpl_ask_knowledge', { knowledgeBaseIds: [knowledgeBaseId] });
    const { status, body } = await call(flowId, {
      question: 'How many days of paid leave do employees get?',
    });
    expect(status).toBe(200);
    expect(body['answer']).toEqual(expect.stringMatching(/./));
  });

  it('approve and reject expenses', async () => {
    const flowId = await use('tpl_approve_expense');
    const expense = { what: 'Train', amount: '40 euros', email: 'bob@example.com' };
    expect((await call(flowId, expense)).status).toBe(202);
    await decide(flowId, true);
    expect(lastMail()).toContain('Subject: Expense approved: Train');
    expect((await call(flowId, expense)).status).toBe(202);
    await decide(flowId, false, 'Too much.');
    expect(lastMail()).toContain('Subject: Expense rejected: Train');
    expect(lastMail()).toContain('Too much.');
  });
});
