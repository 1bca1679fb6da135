import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { knowledge } from '@atelier/contracts/content/bases/knowledge';
import { graph } from '@atelier/contracts/content/graph/graph';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Client } from '../../../../tests/client.ts';
import { startGraphModel, useGraphModel } from '../../../../tests/fakes/graph-model.ts';
import type { ReadingModel } from '../../../../tests/fakes/reading-model.ts';
import { eventually, startTestServer, type TestServer } from '../../../../tests/harness.ts';
import { filledBase } from '../../../../tests/knowledge.ts';

const { endpoints } = graph;

const product = new URL('../../../compute-worker.ts', import.meta.url);

/** A worker thread of the product that starts to compute once the file `gate` exists, or dies if the file says so. */
const gatedWorker = `
  import { existsSync, readFileSync } from 'node:fs';
  import { setTimeout } from 'node:timers/promises';
  const gate = new URL('./gate', import.meta.url);
  while (!existsSync(gate)) await setTimeout(20);
  if (readFileSync(gate, 'utf8') === 'die') process.exit(1);
  await import(${JSON.stringify(product.href)});
`;

describe('a graph that is computed', () => {
  let folder: string;
  let model: ReadingModel;
  let server: TestServer;
  let worker: TestServer;
  let client: Client;
  let modelId: string;

  const startWorker = () =>
    server.another({
      env: { ATELIER_ROLES: 'worker,api', OUTBOUND_ALLOW: new URL(model.origin).host },
      computeEntry: join(folder, 'worker.mjs'),
    });
  const openGate = (order = '') => writeFile(join(folder, 'gate'), order);

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'atelier-test-'));
    await writeFile(join(folder, 'worker.mjs'), gatedWorker);
    model = await startGraphModel();
    server = await startTestServer({
      env: { ATELIER_ROLES: 'api', OUTBOUND_ALLOW: new URL(model.origin).host },
    });
    client = (await server.signUp()).client;
    modelId = await useGraphModel(client, model);
  });
  beforeEach(async () => {
    worker = await startWorker();
  });
  afterEach(async () => {
    await worker.close();
    await rm(join(folder, 'gate'), { force: true });
  });
  afterAll(async () => {
    await server.close();
    await model.close();
    await rm(folder, { recursive: true, force: true });
  });

  const stateOf = (id: string) => client.call(endpoints.get, { params: { id } });

  /** Creates a graph whose chunks have been read and whose computation is pending. */
  const waitingGraph = async (): Promise<string> => {
    const id = await filledBase(client, { 'a.md': 'Ada Byron {PERSON} met Carl Gauss {PERSON}.' });
    // The event of the import must find no graph. Otherwise it recomputes the one that is being built, and waits for the same gate.
    await eventually(
      async () => (await server.sql('select 1 from graphile_worker.jobs where run_at <= now()')).length === 0,
    );
    await client.call(endpoints.build, { params: { id }, body: { modelId, budgetCredits: null } });
    await eventually(async () => (await stateOf(id)).chunks.done === 1);
    return id;
  };

  const ready = (id: string) =>
    eventually(async () => {
      const state = await stateOf(id);
      return state.status === 'READY' && state;
    });

  it('keeps nobody waiting: the server that builds it answers, and the graph comes of another thread', async () => {
    const id = await waitingGraph();
    const beside = await fetch(new URL('/api/health', worker.origin));
    expect(beside.status).toBe(200);
    const { knowledgeBaseId } = await client.call(knowledge.endpoints.get, { params: { id } });
    expect(knowledgeBaseId).toBe(id);
    expect(await stateOf(id)).toMatchObject({ status: 'RUNNING', counts: { entities: 0 } });
    await openGate();
    expect((await ready(id)).counts).toMatchObject({ entities: 2 });
  });

  it('is tried again where its thread dies, and says why it waits', async () => {
    const id = await waitingGraph();
    await openGate('die');
    const cause = await eventually(async () => {
      const [row] = await server.sql<{ code: string | null }>(
        `select cause->>'code' as code from runs where kind = 'graph.build' and subject_id = $1`,
        [`graph:${id}`],
      );
      return row?.code ?? undefined;
    });
    expect(cause).toBe('compute.interrupted');
    await openGate();
    expect((await ready(id)).counts).toMatchObject({ entities: 2 });
  });

  it('does not keep a server from ending; another one makes the graph', async () => {
    const id = await waitingGraph();
    await worker.close();
    expect((await stateOf(id)).status).not.toBe('READY');
    await openGate();
    worker = await startWorker();
    expect((await ready(id)).counts).toMatchObject({ entities: 2 });
  });
});
