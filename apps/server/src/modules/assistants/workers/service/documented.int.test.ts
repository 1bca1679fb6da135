import { agents } from '@atelier/contracts/assistants/agents/agents';
import { crews } from '@atelier/contracts/assistants/agents/crews';
import { apps } from '@atelier/contracts/assistants/apps';
import { chat } from '@atelier/contracts/assistants/chat/chat';
import { flows } from '@atelier/contracts/assistants/flows/flows';
import { workerAccess } from '@atelier/contracts/assistants/workers/worker-access';
import { workerInputs } from '@atelier/contracts/assistants/workers/worker-inputs';
import { workerRecords } from '@atelier/contracts/assistants/workers/worker-records';
import { workers } from '@atelier/contracts/assistants/workers/workers';
import { connections } from '@atelier/contracts/content/connections/connections';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../../../../tests/eventually.ts';
import { keep, pieceStep, webhookFlow } from '../../../../../tests/flow-json.ts';
import { startWorkerBed, uniqueName, type WorkerBed } from '../../../../../tests/worker-bed.ts';

let bed: WorkerBed;
beforeAll(async () => {
  bed = await startWorkerBed();
});
afterAll(() => bed.close());

const recordsOf = async (workerId: string) =>
  (await bed.client.call(workerRecords.endpoints.list, { query: { workerId } })).items;

describe('an agent', () => {
  it('has a name, a description, queue sources, an agent or a flow that does the work, outputs, an agent to pass on to, and a sample to test with', {
    tags: ['AGENT-01'],
  }, async () => {
    const next = await bed.deploy();
    const agentId = await bed.makeAgent();
    const name = uniqueName('Invoices');
    const made = await bed.deploy({
      ...{ name, description: 'Reads invoices.', agentId },
      queue: [{ kind: 'UPLOAD' }, { kind: 'API' }, { kind: 'WEBHOOK' }],
      outputs: [
        { kind: 'FILE', name: 'Result', format: 'TEXT' },
        { kind: 'WORKER', workerId: next.workerId },
      ],
      sampleData: [{ name: 'A sample document', input: 'Invoice of 17 euros.' }],
    });
    const params = { id: made.workerId };
    const read = await bed.client.call(workers.endpoints.get, { params });
    expect(read).toMatchObject({
      name,
      description: 'Reads invoices.',
      target: { kind: 'AGENT', id: agentId },
    });
    expect(read.queue.map(({ settings }) => settings.kind)).toEqual(['UPLOAD', 'API', 'WEBHOOK']);
    expect(read.outputs.map(({ kind }) => kind)).toEqual(['FILE', 'WORKER']);
    const { records } = await bed.client.call(workerInputs.endpoints.populateSampleData, { params });
    const record = await bed.ended(records[0]?.recordId ?? '');
    expect(record).toMatchObject({ name: 'A sample document', isSample: true, status: 'COMPLETED' });
    expect(record.outputText).toContain('Invoice of 17 euros.');
    expect(record.outputFiles).toMatchObject([{ name: 'Result.txt' }]);
    const passed = await eventually(async () => {
      const [line] = await recordsOf(next.workerId);
      return line?.status === 'COMPLETED' && line;
    });
    expect(passed).toMatchObject({ inputKind: 'WORKER', name: 'A sample document' });

    const body = webhookFlow(uniqueName('Flow'), [
      keep('step_1', 'Read: {{trigger.text}}'),
      pieceStep('step_2', ['utilities', 'agent_output'], { output: '{{step_1}}' }),
    ]);
    Object.assign(body.trigger.settings, { pieceName: 'workers', triggerName: 'worker_record' });
    const { flowId } = await bed.client.call(flows.endpoints.create, { body });
    await bed.client.call(flows.endpoints.publish, { params: { id: flowId } });
    const changed = { params, body: { flowId } };
    expect(await bed.client.call(workers.endpoints.update, changed)).toMatchObject({
      target: { kind: 'FLOW', id: flowId },
    });
    const byFlow = await bed.ended(await bed.trigger(made.workerId, 'Invoice of 18 euros.'));
    expect(byFlow).toMatchObject({ status: 'COMPLETED', outputText: 'Read: Invoice of 18 euros.' });
  });
});

describe('the date and the time that are added', () => {
  it('are YYYY-MM-DD and HH:MM:SS in UTC, called currentDate and currentTime by a worker and date and time by a crew, unless the caller sends them', {
    tags: ['WORKER-07'],
  }, async () => {
    const crew = { name: uniqueName('Crew'), subordinates: [await bed.makeAgent()] };
    const supervisor = { agentId: await bed.makeAgent() };
    const { crewId } = await bed.client.call(crews.endpoints.create, { body: { ...crew, supervisor } });
    await bed.client.call(agents.endpoints.publish, { params: { id: crewId } });
    const { workerId } = await bed.deploy();
    const trigger = (more: object) =>
      bed.client.call(workerInputs.endpoints.trigger, { body: { workerId, input: 'Work.', ...more } });
    const execute = (more: object) =>
      bed.client.call(crews.endpoints.execute, { params: { id: crewId }, body: { input: 'Work.', ...more } });

    const before = new Date();
    const [added, addedToCrew] = [await trigger({}), await execute({})];
    const after = new Date();
    const moments = [`${added.currentDate}T${added.currentTime}`, `${addedToCrew.date}T${addedToCrew.time}`];
    for (const moment of moments) {
      expect(moment).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/);
      const at = Date.parse(`${moment}Z`);
      expect(at).toBeGreaterThanOrEqual(Math.floor(before.getTime() / 1000) * 1000);
      expect(at).toBeLessThanOrEqual(after.getTime());
    }
    const moment = { currentDate: '2026-02-28', currentTime: '23:59:59' };
    const given = await trigger(moment);
    expect(given).toMatchObject(moment);
    const record = await bed.ended(given.recordId);
    expect(record).toMatchObject(moment);
    expect(record.outputText).toContain('Date: 2026-02-28. Time: 23:59:59 (UTC).');
    const givenToCrew = await execute({ date: '2026-02-28', time: '23:59:59' });
    expect(givenToCrew).toMatchObject({ date: '2026-02-28', time: '23:59:59' });
    await expect(trigger({ currentDate: '28.02.2026' })).rejects.toThrow('request.invalid');
    await expect(execute({ time: '11 pm' })).rejects.toThrow('request.invalid');
  });
});

describe('a record', () => {
  it('has a name, the address of its file, and an input that is a text, a question of an app, or the name of a file', {
    tags: ['RECORD-03'],
  }, async () => {
    const { workerId } = await bed.deploy({ queue: [{ kind: 'API' }, { kind: 'UPLOAD' }, { kind: 'APP' }] });
    const asText = await bed.read(await bed.trigger(workerId, 'A letter.', { name: 'Letter 17' }));
    expect(asText).toMatchObject({ name: 'Letter 17', input: 'A letter.', source: { file: null } });

    const app = { name: uniqueName('App'), orchestration: 'WORKER' as const, answererId: workerId };
    const { appId } = await bed.client.call(apps.endpoints.create, { body: { ...app, access: 'PUBLIC' } });
    const query = 'How many days of leave are there?';
    await bed.client.call(chat.endpoints.query, { body: { appId, query } });
    const form = new FormData();
    form.set('workerId', workerId);
    form.append('files', new File(['The invoice of Nordlicht.'], 'invoice.txt'));
    await bed.client.fetch('/api/worker/upload', { method: 'POST', body: form });
    const lines = await recordsOf(workerId);
    const readOf = (kind: string) =>
      bed.read(lines.find((line) => line.inputKind === kind)?.recordId ?? kind);

    expect(await readOf('APP')).toMatchObject({
      name: query,
      input: { query, appId },
      source: { file: null },
    });
    const ofFile = await readOf('UPLOAD');
    expect(ofFile).toMatchObject({ name: 'invoice.txt', input: { file: { name: 'invoice.txt' } } });
    const file = await bed.client.fetch(ofFile.source.file?.url ?? 'no file');
    expect(await file.text()).toBe('The invoice of Nordlicht.');
  });
});

describe('the connections of agents', () => {
  it('are those that their mailboxes use, without their secrets', {
    tags: ['WORKER-23', 'WORKER-24'],
  }, async () => {
    const connect = async (user: string): Promise<string> => {
      const values = { user, password: 'secret-of-a-mailbox', smtpSecurity: 'NONE', imapSecurity: 'NONE' };
      const body = { name: uniqueName('Mail'), service: 'WEB' as const, kind: 'MAIL' as const };
      const imap = { imapHost: 'imap.example.com', imapPort: 143 };
      const made = await bed.client.call(connections.endpoints.create, {
        body: { ...body, values: { ...values, ...imap } },
      });
      return made.connectionId;
    };
    const [used, other] = [await connect('ann@example.com'), await connect('bob@example.com')];
    const { workerId } = await bed.deploy();
    const { endpoints } = workerAccess;
    const list = async () => (await bed.client.call(endpoints.connections, {})).connections;
    const read = (id: string, as = bed.client) => as.call(endpoints.connection, { params: { id } });
    expect(await list()).toEqual([]);
    await bed.client.call(workers.endpoints.update, {
      params: { id: workerId },
      body: { status: 'PAUSED', queue: [{ kind: 'MAIL', connectionId: used }] },
    });
    expect((await list()).map(({ connectionId }) => connectionId)).toEqual([used]);
    const connection = await read(used);
    expect(connection).toMatchObject({ connectionId: used, kind: 'MAIL' });
    expect(JSON.stringify([connection, await list()])).not.toContain('secret-of-a-mailbox');
    await expect(read(other)).rejects.toThrow('workers.connection_not_found');

    const stranger = (await bed.server.signUp()).client;
    expect((await stranger.call(endpoints.connections, {})).connections).toEqual([]);
    await expect(read(used, stranger)).rejects.toThrow('workers.connection_not_found');
    await expect(bed.server.visitor().call(endpoints.connections, {})).rejects.toThrow('"responseCode":401');
    await expect(read(used, bed.server.visitor())).rejects.toThrow('"responseCode":401');
  });
});
