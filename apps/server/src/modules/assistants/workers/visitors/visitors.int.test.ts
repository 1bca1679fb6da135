import { apps } from '@atelier/contracts/assistants/apps';
import { chat } from '@atelier/contracts/assistants/chat/chat';
import type { WorkerRecord } from '@atelier/contracts/assistants/workers/record-shapes';
import { workerAccess } from '@atelier/contracts/assistants/workers/worker-access';
import { Uploaded, workerInputs } from '@atelier/contracts/assistants/workers/worker-inputs';
import { workerRecords } from '@atelier/contracts/assistants/workers/worker-records';
import { workers } from '@atelier/contracts/assistants/workers/workers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { joinApp } from '../../../../../tests/app-user.ts';
import type { Client } from '../../../../../tests/client.ts';
import { eventually } from '../../../../../tests/eventually.ts';
import { filledBase } from '../../../../../tests/knowledge.ts';
import { startWorkerBed, type WorkerBed } from '../../../../../tests/worker-bed.ts';

let bed: WorkerBed;
beforeAll(async () => {
  bed = await startWorkerBed();
});
afterAll(() => bed.close());

const { endpoints } = workerRecords;
const visitor = () => bed.server.visitor();

const ended = (recordId: string): Promise<WorkerRecord> =>
  eventually(async () => {
    const record = await visitor().call(endpoints.get, { params: { id: recordId } });
    return record.status === 'PENDING' ? undefined : record;
  });

const give = async (workerId: string, input: string): Promise<string> =>
  (await visitor().call(workerInputs.endpoints.trigger, { body: { workerId, input } })).recordId;

describe('visitors and invited app users', () => {
  it('chat with apps, and use public agents', { tags: ['GEN-04'] }, async () => {
    const owner = bed.client;
    const knowledgeBaseId = await filledBase(owner, {
      'leave.md': '# Leave\n\nEmployees get 25 days of paid leave per year.\n',
    });
    const makeApp = async (level: 'PUBLIC' | 'PRIVATE') => {
      const answers = { knowledgeBaseIds: [knowledgeBaseId], modelId: 'atelier/extractive' };
      const body = { name: `App ${crypto.randomUUID()}`, access: level, ...answers };
      return (await owner.call(apps.endpoints.create, { body })).appId;
    };
    const [open, closed] = [await makeApp('PUBLIC'), await makeApp('PRIVATE')];
    const { workerId } = await bed.deploy({ access: 'PUBLIC' });
    const invited = await joinApp(bed.server, { owner, appId: closed });
    const ask = (by: Client, appId: string) =>
      by.send(chat.endpoints.query, {
        body: { appId, query: 'How many days of paid leave?', chatUserId: 'visitor-0123456789abcdef' },
      });
    expect((await ask(visitor(), open)).body.responseData.citations).toHaveLength(1);
    expect((await ask(visitor(), closed)).body.code).toBe('chat.private_app');
    expect((await ask(invited.client, closed)).body.responseData.citations).toHaveLength(1);
    for (const by of [visitor(), invited.client]) {
      const { recordId } = await by.call(workerInputs.endpoints.trigger, {
        body: { workerId, input: 'A text.' },
      });
      expect((await ended(recordId)).outputText).toContain('A text.');
    }
  });
});

describe('a public worker', () => {
  it('is triggered, given files, and its records and logs are read without an account', {
    tags: ['AGENT-10'],
  }, async () => {
    const { workerId, name } = await bed.deploy({ access: 'PUBLIC', description: 'Reads letters.' });
    const shown = await visitor().call(workerAccess.endpoints.publicDetails, { params: { id: workerId } });
    expect(shown).toEqual({ workerId, name, description: 'Reads letters.', isPaused: false });
    const recordId = await give(workerId, 'A text.');
    expect((await ended(recordId)).outputText).toContain('A text.');
    const logs = await visitor().call(endpoints.logs, { params: { id: recordId } });
    expect(logs.output[0]).toMatchObject({ doc_id: recordId });
    const form = new FormData();
    form.set('workerId', workerId);
    form.append('file', new File(['Sum: 17 euros.'], 'invoice.txt'));
    form.append('file', new File([`%PDF-1.7\n${'<< /Kids [1 0 R] >>'.repeat(5000)}`], 'hostile.pdf'));
    const reply = await fetch(`${bed.server.origin}/api/worker/upload`, { method: 'POST', body: form });
    const { records } = Uploaded.parse(((await reply.json()) as { responseData: unknown }).responseData);
    const [good, hostile] = await Promise.all(records.map((record) => ended(record.recordId)));
    expect(good).toMatchObject({ status: 'COMPLETED' });
    expect(good?.outputText).toContain('Sum: 17 euros.');
    expect(hostile).toMatchObject({ status: 'ERRORED', cause: { code: 'workers.document_unreadable' } });
  });

  it('takes calls of triggers, uploads, records, files and logs without an account, and of reports from members only', {
    tags: ['AGENT-11'],
  }, async () => {
    const outputs = [{ kind: 'FILE', name: 'Answer', format: 'TEXT' }];
    const { workerId } = await bed.deploy({ access: 'PUBLIC', outputs });
    const input = 'By the id of the worker.';
    const triggered = await visitor().call(workerInputs.endpoints.triggerAgent, {
      body: { agentId: workerId, input },
    });
    const record = await ended(triggered.recordId);
    expect(record.outputText).toContain(input);
    const file = await fetch(`${bed.server.origin}${record.outputFiles[0]?.url}`);
    expect(await file.text()).toContain(input);
    const params = { id: workerId };
    const report = await visitor().send(endpoints.report, { params });
    expect([report.status, report.body.code]).toEqual([401, 'auth.unauthenticated']);
    const list = await visitor().send(endpoints.list, { query: { workerId } });
    expect(list.status).toBe(401);
  });

  it('has no screen once it is deactivated, private or deleted', async () => {
    const made = await bed.deploy({ access: 'PUBLIC' });
    const recordId = await give(made.workerId, 'Before.');
    await ended(recordId);
    const params = { id: made.workerId };
    const isClosed = async () => {
      const screen = visitor().call(workerAccess.endpoints.publicDetails, { params });
      await expect(screen).rejects.toThrow('workers.link_not_found');
      await expect(give(made.workerId, 'Work.')).rejects.toThrow('workers.link_not_found');
      const record = visitor().call(endpoints.get, { params: { id: recordId } });
      await expect(record).rejects.toThrow('workers.record_not_found');
    };
    const change = (body: object) => bed.client.call(workers.endpoints.update, { params, body });
    await change({ status: 'DEACTIVATED' });
    await isClosed();
    await change({ status: 'ACTIVE', access: 'PRIVATE' });
    await isClosed();
    await change({ access: 'PUBLIC' });
    await visitor().call(workerAccess.endpoints.publicDetails, { params });
    await bed.client.call(workers.endpoints.remove, { params });
    await isClosed();
  });

  it('says that it is paused, and visitors learn of nothing else that is offline', async () => {
    const { workerId, name } = await bed.deploy({ access: 'PUBLIC' });
    const offline = async (query: { agentId?: string; tenantId?: string }, as = visitor()) =>
      (await as.call(workerAccess.endpoints.offlineAgents, { query })).agents;
    expect(await offline({ agentId: workerId })).toEqual([]);
    await bed.client.call(workers.endpoints.update, {
      params: { id: workerId },
      body: { status: 'PAUSED' },
    });
    const paused = { workerId, name, reason: 'PAUSED' };
    expect(await offline({ agentId: workerId, tenantId: bed.tenantId })).toMatchObject([paused]);
    expect(await offline({ tenantId: bed.tenantId })).toEqual([]);
    expect(await offline({}, bed.client)).toContainEqual(expect.objectContaining(paused));
    const hidden = await bed.deploy();
    await bed.client.call(workers.endpoints.update, {
      params: { id: hidden.workerId },
      body: { status: 'PAUSED' },
    });
    expect(await offline({ agentId: hidden.workerId })).toEqual([]);
  });
});

describe('64 visitors of ten public workers', () => {
  it('read their own records, and nobody reads those of another, whatever id they try', async () => {
    const ids = await Promise.all(
      Array.from({ length: 10 }, async () => (await bed.deploy({ access: 'PUBLIC' })).workerId),
    );
    const own = await Promise.all(
      Array.from({ length: 64 }, async (_none, at) => {
        const workerId = ids[at % ids.length] ?? '';
        return { at, workerId, recordId: await give(workerId, `Secret of visitor ${at}.`) };
      }),
    );
    // Asking for each record again and again would keep the server from writing them.
    await eventually(async () => {
      const [left] = await bed.server.sql<{ count: number }>(
        `select count(*)::int as count from worker_records where status = 'PENDING'`,
      );
      return left?.count === 0;
    }, 100_000);
    const records = await Promise.all(own.map(({ recordId }) => ended(recordId)));
    for (const [at, record] of records.entries()) {
      expect(record.outputText).toContain(`Secret of visitor ${at}.`);
      expect(JSON.stringify(record).match(/Secret of visitor \d+/g)).toSatisfy((found: string[]) =>
        found.every((each) => each === `Secret of visitor ${at}`),
      );
    }
    expect(new Set(own.map(({ recordId }) => recordId)).size).toBe(64);
    // The ids that a member sees, each worker with the secret of every other record, and the secrets alone.
    const lines = await bed.server.sql<{ id: string }>(
      `select id from worker_records where visitor_key_hash is not null`,
    );
    const secrets = own.map(({ recordId }) => recordId.slice(recordId.indexOf('.') + 1));
    const swapped = own.flatMap(({ workerId, recordId }) =>
      secrets.map((secret) => `${workerId}.${secret}`).filter((id) => id !== recordId),
    );
    const right = new Set(own.map(({ recordId }) => recordId));
    const tried = [...lines.map(({ id }) => id), ...secrets, ...swapped.filter((id) => !right.has(id))];
    const read: string[] = [];
    for (let from = 0; from < tried.length; from += 16)
      await Promise.all(
        tried.slice(from, from + 16).map(async (id) => {
          const reply = await fetch(`${bed.server.origin}/api/worker/record/${encodeURIComponent(id)}`);
          if (reply.status === 200) read.push(id);
        }),
      );
    expect(tried.length).toBeGreaterThan(3000);
    expect(read).toEqual([]);
  }, 240_000);
});
