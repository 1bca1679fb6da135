import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { agents } from '@atelier/contracts/assistants/agents/agents';
import { apps } from '@atelier/contracts/assistants/apps';
import { chat } from '@atelier/contracts/assistants/chat/chat';
import { trial } from '@atelier/contracts/assistants/chat/trial';
import { flows } from '@atelier/contracts/assistants/flows/flows';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { attachFile } from '../../../../tests/chat/attach-file.ts';
import type { Client } from '../../../../tests/client.ts';
import { openStream } from '../../../../tests/event-stream.ts';
import { offerModels } from '../../../../tests/fakes/model-provider.ts';
import { startScriptedModel } from '../../../../tests/fakes/scripted-model.ts';
import { answerWith, chatFlow, codeStep } from '../../../../tests/flow-json.ts';
import { eventually, startTestServer, type TestServer } from '../../../../tests/harness.ts';

const product = new URL('../../../compute-worker.ts', import.meta.url);

/** A thread of the product that begins to compute once the file `gate` exists. */
const gatedWorker = `
  import { existsSync } from 'node:fs';
  import { setTimeout } from 'node:timers/promises';
  const gate = new URL('./gate', import.meta.url);
  while (!existsSync(gate)) await setTimeout(20);
  await import(${JSON.stringify(product.href)});
`;

/** More questions than there are threads for them. */
const many = 8;
const chatUserId = 'visitor-0123456789abcdef';

describe('an answer that waits for a thread', () => {
  let folder: string;
  let server: TestServer;
  let owner: Client;
  let model: Awaited<ReturnType<typeof startScriptedModel>>;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'atelier-test-'));
    await writeFile(join(folder, 'worker.mjs'), gatedWorker);
    const output = JSON.stringify({ letter: 'Dear Ms Ruiz. '.repeat(4000) });
    model = await startScriptedModel(() => ({ text: output }));
  });
  beforeEach(async () => {
    server = await startTestServer({
      computeEntry: join(folder, 'worker.mjs'),
      env: { OUTBOUND_ALLOW: new URL(model.origin).host },
    });
    owner = (await server.signUp()).client;
  });
  afterEach(async () => {
    await server.close();
    await rm(join(folder, 'gate'), { force: true });
  });
  afterAll(async () => {
    await model.close();
    await rm(folder, { recursive: true, force: true });
  });

  interface Asked {
    appId: string;
    query: string;
    fileId?: string;
  }
  const askAsVisitor = (body: Asked) =>
    openStream(server.visitor(), chat.endpoints.query.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...body, chatUserId, stream: true }),
    });

  /** Asks often at once, and returns the events of an answer that waited; a row of texts counts as one. */
  const eventsOfWaiting = async (asked: Asked, ask = askAsVisitor) => {
    const opened: Awaited<ReturnType<typeof ask>>[] = [];
    // A stream may open only once its answer waits or has begun.
    const all = Array.from({ length: many }, async () => opened.push(await ask(asked)));
    const waiting = await eventually(async () =>
      opened.find(({ received }) => received.some(({ event }) => event === 'waits')),
    );
    await writeFile(join(folder, 'gate'), '');
    await Promise.all(all);
    for (const { ended } of opened) expect(await ended).toBe('closed');
    const names = waiting.received.map(({ event, data }) =>
      event === 'waits' ? `waits ${String(data['waits'])}` : event,
    );
    const text = waiting.received
      .map(({ data }) => (typeof data['text'] === 'string' ? data['text'] : ''))
      .join('');
    return { names: names.filter((name, at) => name !== names[at - 1]), text };
  };

  it('says so while the file of its question is searched', async () => {
    const body = { name: 'Lease', access: 'PUBLIC', visitorFiles: true } as const;
    const { appId } = await owner.call(apps.endpoints.create, { body });
    const long = Array.from({ length: 600 }, (_, at) => `Paragraph ${at} is about the rooms of the house.`);
    const text = ['The notice period is three months.', ...long].join('\n\n');
    const fileId = await attachFile(server.visitor(), { appId, chatUserId }, ['lease.md', text]);
    const events = await eventsOfWaiting({ appId, query: 'What is the notice period?', fileId });
    expect(events.names.slice(0, 2)).toEqual(['start', 'waits true']);
    expect(events.names.findLast((name) => name.startsWith('waits'))).toBe('waits false');
    expect(events.names.at(-1)).toBe('done');
    expect(events.text).toContain('three months');
  });

  it('says so while the run of its flow waits', async () => {
    const steps = [
      codeStep('step_1', 'export const code = () => "From a step";'),
      answerWith('step_2', '{{step_1}}'),
    ];
    const { flowId } = await owner.call(flows.endpoints.create, { body: chatFlow('Answers', steps) });
    await owner.call(flows.endpoints.publish, { params: { id: flowId } });
    const body = { name: 'App', access: 'PUBLIC', orchestration: 'ADVANCE', answererId: flowId } as const;
    const { appId } = await owner.call(apps.endpoints.create, { body });
    const { names, text } = await eventsOfWaiting({ appId, query: 'Hello?' });
    expect(names).toEqual(['start', 'waits true', 'waits false', 'token', 'done']);
    expect(text).toBe('From a step');
  });

  it('says so on the page of its app, where settings are tried', async () => {
    const steps = [
      codeStep('step_1', 'export const code = () => "From a step";'),
      answerWith('step_2', '{{step_1}}'),
    ];
    const { flowId } = await owner.call(flows.endpoints.create, { body: chatFlow('Answers', steps) });
    await owner.call(flows.endpoints.publish, { params: { id: flowId } });
    const { appId } = await owner.call(apps.endpoints.create, { body: { name: 'App' } });
    const settings = { orchestration: 'ADVANCE', answererId: flowId };
    const { names, text } = await eventsOfWaiting({ appId, query: 'Hello?' }, (body) =>
      openStream(owner, trial.endpoints.tryApp.path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...body, settings }),
      }),
    );
    expect(names).toEqual(['waits true', 'waits false', 'token', 'trace', 'done']);
    expect(text).toBe('From a step');
  });

  it('says so while the run of its agent waits', async () => {
    await offerModels(owner, `${model.origin}/v1`, { chatModels: ['writer'] });
    const outputSchema = { type: 'object', properties: { letter: { type: 'string' } }, required: ['letter'] };
    const settings = { name: 'Writer', outputSchema };
    const { agentId } = await owner.call(agents.endpoints.create, { body: settings });
    await owner.call(agents.endpoints.publish, { params: { id: agentId } });
    const body = { name: 'App', access: 'PUBLIC', orchestration: 'AGENT', answererId: agentId } as const;
    const { appId } = await owner.call(apps.endpoints.create, { body });
    const { names } = await eventsOfWaiting({ appId, query: 'Write a letter.' });
    expect(names.slice(0, 3)).toEqual(['start', 'token', 'waits true']);
    expect(names.findLast((name) => name.startsWith('waits'))).toBe('waits false');
    expect(names.at(-1)).toBe('done');
  });
});
