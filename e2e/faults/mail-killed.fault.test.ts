import { setTimeout as sleep } from 'node:timers/promises';
import { startMailServers } from '@atelier/pieces/tests/mail-servers';
import { describe, expect, it } from 'vitest';
import type { Client } from '../src/client.ts';
import { type Cluster, openCluster } from '../src/cluster.ts';
import { eventually } from '../src/eventually.ts';
import { type AgentModel, startAgentModel } from '../src/fakes/agent-model.ts';
import { type Product, startProduct } from '../src/product.ts';
import { randomOf } from '../src/runs/random.ts';

/** `MAIL_KILLS=30` for many; fewer in the usual run, because each costs a start of the server. */
const moments = Number(process.env['MAIL_KILLS'] ?? 4);
const mailsOfMoment = 12;

type Mailbox = Awaited<ReturnType<typeof startMailServers>>;

interface TestBed {
  cluster: Cluster;
  product: Product;
  mailbox: Mailbox;
  model: AgentModel;
}

const faults: ((testBed: TestBed) => Promise<void>)[] = [
  async ({ product }) => {
    await product.kill('SIGKILL');
    await product.start();
  },
  async ({ cluster }) => {
    cluster.crash();
    cluster.resume();
  },
  async ({ cluster, product }) => {
    cluster.crash();
    await product.kill('SIGKILL');
    cluster.resume();
    await product.start();
  },
];

const withTestBed = async (work: (testBed: TestBed) => Promise<void>): Promise<void> => {
  const [cluster, mailbox] = [
    await openCluster({ durable: true }),
    await startMailServers('mail.example.com'),
  ];
  const model = await startAgentModel(() => ({ text: 'Read.' }));
  const hosts = [new URL(model.address).host, `127.0.0.1:${mailbox.ports.imap}`].join(',');
  let product: Product | undefined;
  try {
    const databaseUrl = await cluster.newDatabase();
    product = await startProduct({ databaseUrl, env: { OUTBOUND_ALLOW: hosts } });
    await work({ cluster, product, mailbox, model });
  } finally {
    await product?.close();
    await model.close();
    await mailbox.close();
    cluster.stop();
  }
};

const connect = async (client: Client, { ports }: Mailbox): Promise<string> => {
  const values = {
    ...{ user: 'ann@example.com', password: 'secret', smtpSecurity: 'NONE', imapSecurity: 'NONE' },
    ...{ imapHost: '127.0.0.1', imapPort: ports.imap },
  };
  const body = { name: 'Mailbox', service: 'WEB', kind: 'MAIL', values };
  return (await client.post<{ connectionId: string }>('/api/content/v2/connection', body)).connectionId;
};

interface Read {
  status: string;
  queue: { lookedAt: string | null }[];
}

const readWorker = (client: Client, workerId: string) => client.get<Read>(`/api/worker/workers/${workerId}`);

/** Deploys two workers that read the same mailbox, and waits until both know what is old. */
const deployTwo = async (client: Client, mailbox: Mailbox, model: AgentModel): Promise<string[]> => {
  const settings = { name: 'Reader', instructions: 'You read.', modelId: await model.offerTo(client) };
  const { agentId } = await client.post<{ agentId: string }>('/api/crew/agents', settings);
  await client.post(`/api/crew/agents/${agentId}/publish`, {});
  const connectionId = await connect(client, mailbox);
  const made: string[] = [];
  for (const name of ['Watched', 'Asked']) {
    const queue = [{ kind: 'MAIL', connectionId, everyMinutes: 1 }];
    const body = { name, agentId, queue };
    const { workerId } = await client.post<{ workerId: string }>('/api/worker/workers', body);
    await eventually(async () => (await readWorker(client, workerId)).queue[0]?.lookedAt ?? undefined);
    made.push(workerId);
  }
  return made;
};

/** Has a worker look, and watch, at once instead of at its next time. */
const lookNow = async (client: Client, workerId: string): Promise<void> => {
  const before = (await readWorker(client, workerId)).queue[0]?.lookedAt;
  for (const status of ['PAUSED', 'ACTIVE']) await client.put(`/api/worker/workers/${workerId}`, { status });
  await eventually(async () => (await readWorker(client, workerId)).queue[0]?.lookedAt !== before);
};

const mailOf = (subject: string): string =>
  [
    'From: Bob <bob@example.com>\nTo: ann@example.com',
    `Subject: ${subject}\nMessage-ID: <${subject.replace(' ', '-')}@example.com>`,
    'MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n',
    '--b\n\nHello.\n--b',
    'Content-Type: text/plain; name=note.txt\nContent-Disposition: attachment; filename=note.txt\n',
    `The note of ${subject}.\n--b--\n`,
  ].join('\n');

interface Row {
  name: string;
  status: string;
  files: number;
  ms: number;
}

const rowsOf = (product: Product, workerId: string): Promise<Row[]> =>
  product.sql<Row>(
    `select r.name, r.status, extract(epoch from r.created_at) * 1000 as ms,
       (select count(*)::int from worker_record_files f where f.record_id = r.id) as files
     from worker_records r where r.worker_id = $1`,
    [workerId],
  );

describe('mail that arrives while the server or its database is killed', () => {
  it(`is taken once by each worker that watches or asks a mailbox, through ${moments} moments`, {
    timeout: 240_000 + moments * 60_000,
  }, async () => {
    await withTestBed(async (testBed) => {
      const { product, mailbox, model } = testBed;
      const { client } = await product.signUp();
      mailbox.receive(mailOf('Old'));
      const [watched = '', asked = ''] = await deployTwo(client, mailbox, model);
      const arrived = new Map<string, number>();
      const receive = (subject: string) => {
        arrived.set(subject, Date.now());
        mailbox.receive(mailOf(subject));
      };
      // Nothing fails yet: this one is told by the watch, not found by the look of the next minute.
      receive('Mail first');
      await eventually(async () => (await rowsOf(product, watched)).length === 1);
      const random = randomOf(11);
      for (let moment = 0; moment < moments; moment += 1) {
        for (let at = 0; at < mailsOfMoment; at += 1) receive(`Mail ${moment}-${at}`);
        await sleep(random() * 1500);
        await faults[moment % faults.length]?.(testBed);
        await eventually(() => lookNow(client, watched).then(() => true), { within: 60_000 });
      }
      const sent = [...arrived.keys()].toSorted();
      for (const workerId of [watched, asked]) {
        await eventually(
          async () => {
            const rows = await rowsOf(product, workerId);
            return rows.length >= sent.length && rows.every(({ status }) => status !== 'PENDING');
          },
          { within: 120_000, what: 'The end of the record of each mail' },
        ).catch(() => undefined);
        const rows = await rowsOf(product, workerId);
        expect(rows.map(({ name }) => name).toSorted()).toEqual(sent);
        expect(rows.filter(({ status, files }) => status !== 'COMPLETED' || files !== 2)).toEqual([]);
      }
      const [first] = (await rowsOf(product, watched)).filter(({ name }) => name === 'Mail first');
      expect(Number(first?.ms) - (arrived.get('Mail first') ?? 0)).toBeLessThan(20_000);
    });
  });
});
