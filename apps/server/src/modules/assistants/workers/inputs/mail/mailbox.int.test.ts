import { workerAccess } from '@atelier/contracts/assistants/workers/worker-access';
import { workerRecords } from '@atelier/contracts/assistants/workers/worker-records';
import { workers } from '@atelier/contracts/assistants/workers/workers';
import { connections } from '@atelier/contracts/content/connections/connections';
import { startMailServers } from '@atelier/pieces/tests/mail-servers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../../../../../tests/eventually.ts';
import { startWorkerBed, uniqueName, type WorkerBed } from '../../../../../../tests/worker-bed.ts';
import { lookAtInput } from '../look-at-input.ts';

let bed: WorkerBed;
let mailbox: Awaited<ReturnType<typeof startMailServers>>;
let connectionId: string;

beforeAll(async () => {
  mailbox = await startMailServers('mail.example.com');
  bed = await startWorkerBed([`127.0.0.1:${mailbox.ports.imap}`]);
  connectionId = await connect('secret');
});
afterAll(async () => {
  await bed.close();
  await mailbox.close();
});

const valuesOf = (password: string) => ({
  ...{ user: 'ann@example.com', password, smtpSecurity: 'NONE', imapSecurity: 'NONE' },
  ...{ imapHost: '127.0.0.1', imapPort: mailbox.ports.imap },
});

const connect = async (password: string): Promise<string> => {
  const made = await bed.client.call(connections.endpoints.create, {
    body: {
      ...{ name: uniqueName('Mail'), service: 'WEB', kind: 'MAIL' },
      values: valuesOf(password),
    },
  });
  return made.connectionId;
};

const inputOf = async (workerId: string) =>
  (await bed.client.call(workers.endpoints.get, { params: { id: workerId } })).queue[0];

/** Deploys a worker with a mailbox, and waits until it has looked at what is old. */
const deploy = async (everyMinutes = 60) => {
  const queue = [{ kind: 'MAIL', connectionId, everyMinutes }];
  const { workerId } = await bed.deploy({ queue });
  await eventually(async () => (await inputOf(workerId))?.lookedAt !== null);
  return workerId;
};

const recordsOf = async (workerId: string) =>
  (await bed.client.call(workerRecords.endpoints.list, { query: { workerId, limit: 100 } })).items;

const mail = (subject: string, more = '') =>
  `From: Bob <bob@example.com>\nTo: ann@example.com\nSubject: ${subject}\nDate: Mon, 2 Mar 2026 09:30:00 +0000\nMessage-ID: <${crypto.randomUUID()}@example.com>\n${more}`;

const withInvoice = mail(
  'Invoice',
  'MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nPlease pay.\n--b\nContent-Type: text/plain; name=invoice.txt\nContent-Disposition: attachment; filename=invoice.txt\n\nSum: 17 euros\n--b\nContent-Type: application/pdf; name=broken.pdf\nContent-Disposition: attachment; filename=broken.pdf\n\n%PDF-1.7 nothing\n--b--\n',
);

describe('a mailbox', () => {
  it('gives a worker each mail that arrives, at once, with its fields and its attachments', async () => {
    mailbox.receive(mail('Old', '\nIt was there before.'));
    const workerId = await deploy();
    mailbox.receive(withInvoice);
    const line = await eventually(async () => (await recordsOf(workerId))[0]);
    expect(line).toMatchObject({ name: 'Invoice', inputKind: 'MAIL' });
    const record = await bed.ended(line.recordId);
    expect(record.parsedSource).toEqual({
      ...{ kind: 'EMAIL', from: 'Bob', fromEmail: 'bob@example.com', subject: 'Invoice' },
      ...{ date: '2026-03-02T09:30:00.000Z', body: 'Please pay.', attachment: 'invoice.txt, broken.pdf' },
    });
    expect(record.source.files.map(({ name }) => name)).toEqual(['Invoice.eml', 'invoice.txt', 'broken.pdf']);
    expect(record.source.text).toContain('“invoice.txt”:\nSum: 17 euros');
    expect(record.source.text).toContain('“broken.pdf” could not be read.');
    expect(record.outputText).toContain('Sum: 17 euros');
    expect(await recordsOf(workerId)).toHaveLength(1);
  });

  it('is read by polling as well, every mail once, however often and by however many the job is done', async () => {
    const workerId = await deploy();
    const inputId = (await inputOf(workerId))?.inputId ?? '';
    const ctx = bed.server.contextOf(bed.tenantId);
    for (let at = 0; at < 25; at += 1) mailbox.receive(mail(`Number ${at}`, '\nHello.'));
    const look = async () => {
      const at = (await inputOf(workerId))?.nextAt;
      if (at) await lookAtInput(ctx, { inputId, at });
    };
    await eventually(async () => {
      await Promise.all([look(), look(), look()]);
      return (await recordsOf(workerId)).length >= 25;
    });
    await look();
    const names = (await recordsOf(workerId)).map(({ name }) => name);
    expect(names.toSorted()).toEqual(Array.from({ length: 25 }, (_none, at) => `Number ${at}`).toSorted());
  });

  it('that gets new numbers gives no mail again, and loses none that came meanwhile', async () => {
    const workerId = await deploy();
    const inputId = (await inputOf(workerId))?.inputId ?? '';
    mailbox.receive(mail('Before', '\nHello.'));
    await eventually(async () => (await recordsOf(workerId)).length === 1);
    await bed.server.sql(
      `update worker_inputs set state = jsonb_set(state, '{place}', '{"uidValidity": "1", "next": 1, "since": null}'), next_at = next_at where id = $1`,
      [inputId],
    );
    mailbox.receive(mail('After', '\nHello.'));
    const names = await eventually(async () => {
      const found = (await recordsOf(workerId)).map(({ name }) => name);
      return found.includes('After') ? found : undefined;
    });
    expect(names.filter((name) => name === 'Before')).toHaveLength(1);
  });

  it('waits while the worker is paused, and is caught up with afterwards', async () => {
    const workerId = await deploy();
    const set = (status: 'PAUSED' | 'ACTIVE') =>
      bed.client.call(workers.endpoints.update, { params: { id: workerId }, body: { status } });
    await set('PAUSED');
    mailbox.receive(mail('In the pause', '\nHello.'));
    await new Promise((resolve) => setTimeout(resolve, 1000));
    expect(await recordsOf(workerId)).toEqual([]);
    await set('ACTIVE');
    await eventually(async () => (await recordsOf(workerId))[0]?.name === 'In the pause');
  });

  it('whose first look fails is caught up with from the moment at which the worker got it', async () => {
    const brokenId = await connect('wrong');
    const { workerId } = await bed.deploy({ queue: [{ kind: 'MAIL', connectionId: brokenId }] });
    await eventually(async () => (await inputOf(workerId))?.cause ?? undefined);
    const hour = 3600_000;
    await bed.server.sql(`update worker_inputs set set_at = now() - interval '1 hour' where worker_id = $1`, [
      workerId,
    ]);
    mailbox.receive(mail('Long before', '\nHello.'), new Date(Date.now() - 3 * hour));
    mailbox.receive(mail('While it failed', '\nHello.'), new Date(Date.now() - hour / 2));
    await bed.client.call(connections.endpoints.update, {
      params: { id: brokenId },
      body: { values: { ...valuesOf('secret') } },
    });
    for (const status of ['PAUSED', 'ACTIVE'] as const)
      await bed.client.call(workers.endpoints.update, { params: { id: workerId }, body: { status } });
    const names = await eventually(async () => {
      const found = (await recordsOf(workerId)).map(({ name }) => name);
      return found.includes('While it failed') ? found : undefined;
    });
    expect(names).not.toContain('Long before');
  });

  it('that is looked at more often from now on keeps its place', async () => {
    const workerId = await deploy();
    const input = await inputOf(workerId);
    // The watch ends with the pause, so that this mail is found by its number alone.
    const set = (body: object) =>
      bed.client.call(workers.endpoints.update, { params: { id: workerId }, body });
    await set({ status: 'PAUSED' });
    mailbox.receive(mail('Before the change', '\nHello.'));
    await set({ queue: [{ ...input?.settings, everyMinutes: 1 }] });
    await set({ status: 'ACTIVE' });
    const line = await eventually(async () => (await recordsOf(workerId))[0]);
    expect(line.name).toBe('Before the change');
  });

  it('that cannot be read says why, and takes the worker offline', async () => {
    const queue = [{ kind: 'MAIL', connectionId: await connect('wrong') }];
    const { workerId } = await bed.deploy({ queue });
    const cause = await eventually(async () => (await inputOf(workerId))?.cause ?? undefined);
    expect(cause.code).toBe('workers.mailbox_unreadable');
    expect(cause.message).not.toContain('wrong');
    const { agents } = await bed.client.call(workerAccess.endpoints.offlineAgents, {
      query: { agentId: workerId },
    });
    expect(agents).toMatchObject([{ workerId, reason: 'CONNECTION_BROKEN' }]);
  });
});
