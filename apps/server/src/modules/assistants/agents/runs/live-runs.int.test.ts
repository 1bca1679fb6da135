import type { AgentRunDetails } from '@atelier/contracts/assistants/agents/agent-run-shapes';
import { agentRuns } from '@atelier/contracts/assistants/agents/agent-runs';
import { agents } from '@atelier/contracts/assistants/agents/agents';
import { type FakeServer, startFakeServer } from '@atelier/models/tests/fake-http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../../tests/client.ts';
import { type OpenedStream, openStream, type Received } from '../../../../../tests/event-stream.ts';
import { offerModels } from '../../../../../tests/fakes/model-provider.ts';
import { type Script, startScriptedModel } from '../../../../../tests/fakes/scripted-model.ts';
import { eventually, startTestServer, type TestServer } from '../../../../../tests/harness.ts';

const { endpoints } = agentRuns;
const sum = (first: number, second: number): [string, unknown] => [
  'calculate',
  { first, operation: 'ADD', second },
];

const longText = 'y'.repeat(100_000);

let script: Script = () => ({ text: 'Done.' });
let model: FakeServer;
let site: FakeServer;
let server: TestServer;
let other: TestServer;
let client: Client;
let tenantId: string;
/** The same user on the other server. */
let elsewhere: Client;

beforeAll(async () => {
  model = await startScriptedModel((request) => script(request));
  site = await startFakeServer((request, response) => {
    response.writeHead(200, { 'content-type': 'text/plain' });
    response.end(request.path === '/long' ? longText : 'ok');
  });
  const allowed = [model, site].map(({ origin }) => new URL(origin).host).join(',');
  const env = { OUTBOUND_ALLOW: allowed };
  server = await startTestServer({ env });
  other = await server.another({ env });
  ({
    client,
    user: { tenantId },
  } = await server.signUp());
  elsewhere = other.visitor();
  for (const [name, value] of client.cookies) elsewhere.cookies.set(name, value);
  await offerModels(client, `${model.origin}/v1`, { chatModels: ['writer'] });
});
afterAll(async () => {
  await other.close();
  await server.close();
  await model.close();
  await site.close();
});

const start = async (tools: readonly string[], change: { approval?: 'ALWAYS' } = {}): Promise<string> => {
  const toolList = tools.map((_id) => ({ _id }));
  const body = { name: `Agent ${crypto.randomUUID()}`, tools: { toolList }, ...change };
  const { agentId } = await client.call(agents.endpoints.create, { body });
  const task = { agentId, input: 'Please do it.', environment: 'TESTING' as const };
  return (await client.call(endpoints.start, { body: task })).runId;
};
const watch = (as: Client, runId: string, headers: Record<string, string> = {}) =>
  openStream(as, `/api/crew/agent-runs/${runId}/events`, { headers });

const of = (received: readonly Received[], name: string) =>
  received.filter(({ event }) => event === name).map(({ data }) => data);
const written = ({ received }: OpenedStream, kind: string): string =>
  of(received, 'writing')
    .filter((piece) => piece['kind'] === kind)
    .reduce((text, piece) => text.slice(0, Number(piece['from'])) + String(piece['text']), '');
const lastState = ({ received }: OpenedStream) =>
  of(received, 'state').at(-1) as Omit<AgentRunDetails, 'steps'> | undefined;
const openCalls = ({ received }: OpenedStream) =>
  (of(received, 'open').at(-1)?.['steps'] ?? []) as Record<string, unknown>[];
const steps = ({ received }: OpenedStream) =>
  of(received, 'step').map((each) => each as { at: number; step: Record<string, unknown> });

describe('a run that is watched', () => {
  it('shows thinking and text while they are written, then its steps, and ends with its answer', async () => {
    const held = Promise.withResolvers<void>();
    script = ({ turn }) =>
      turn === 0
        ? {
            thinking: 'I add.',
            text: 'Let me add both.',
            calls: [sum(2, 3)],
            hold: { after: 3, until: held.promise },
          }
        : { text: 'It is 5.' };
    const stream = await watch(client, await start(['tol_calculate']));
    await eventually(async () => written(stream, 'text') === 'Let me ');
    expect(written(stream, 'thinking')).toBe('I add.');
    expect(steps(stream)).toEqual([]);
    held.resolve();
    expect(await stream.ended).toBe('closed');
    expect(steps(stream).map(({ at, step }) => [at, step['type']])).toEqual([
      [0, 'THINKING'],
      [1, 'TEXT'],
      [2, 'TOOL'],
    ]);
    expect(lastState(stream)).toMatchObject({ status: 'COMPLETED', output: 'It is 5.', usage: { turns: 2 } });
  });

  it('goes on in another process where its reader left', async () => {
    const held = Promise.withResolvers<void>();
    script = ({ turn }) => {
      if (turn === 0) return { text: 'First.', calls: [sum(1, 1)] };
      if (turn === 1) return { text: 'Second.', calls: [sum(2, 2)], hold: { after: 0, until: held.promise } };
      return { text: 'Done.' };
    };
    const runId = await start(['tol_calculate']);
    const first = await watch(client, runId);
    await eventually(async () => steps(first).length === 2);
    first.stop();
    await first.ended;
    const second = await watch(elsewhere, runId, { 'last-event-id': '2' });
    await eventually(async () => lastState(second)?.status === 'RUNNING');
    held.resolve();
    expect(await second.ended).toBe('closed');
    expect(steps(second).map(({ at, step }) => [at, step['text'] ?? step['output']])).toEqual([
      [2, 'Second.'],
      [3, 4],
    ]);
    expect(lastState(second)).toMatchObject({ status: 'COMPLETED', output: 'Done.' });
  });

  it('shows the text of a model in another process while it is written, also to a reader who comes late', async () => {
    const [held, later] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const long = 'Déjà vu “again” 🎈 '.repeat(400);
    script = ({ turn }) =>
      turn === 0
        ? {
            text: `${long}End. `,
            thinking: 'I add.',
            calls: [sum(1, 1)],
            hold: { after: 300, until: held.promise },
          }
        : { text: 'Now the answer.', hold: { after: 1, until: later.promise } };
    const runId = await start(['tol_calculate']);
    const here = await watch(client, runId);
    await eventually(async () => written(here, 'text').length > 1000);
    const stream = await watch(elsewhere, runId);
    await eventually(async () => written(stream, 'text') === written(here, 'text') || undefined, 20_000);
    expect(written(stream, 'thinking')).toBe('I add.');
    expect(steps(stream)).toEqual([]);
    held.resolve();
    await eventually(async () => written(stream, 'text') === 'Now ', 20_000);
    expect(steps(stream).map(({ step }) => step['type'])).toEqual(['THINKING', 'TEXT', 'TOOL']);
    later.resolve();
    expect(await stream.ended).toBe('closed');
    expect(lastState(stream)).toMatchObject({ status: 'COMPLETED', output: 'Now the answer.' });
  });

  it('sends no text to other processes while nobody reads it there', async () => {
    const heard: string[] = [];
    const stops = ['agents.writing', 'agents.writing-wished'].map((topic) =>
      other.services.live.subscribe(tenantId, topic, (id) => void (id === '' || heard.push(id))),
    );
    script = () => ({ text: 'A long answer. '.repeat(50) });
    const stream = await watch(client, await start(['tol_calculate']));
    expect(await stream.ended).toBe('closed');
    expect(heard).toEqual([]);
    for (const stop of stops) stop();
  });

  it('shows an approval that opens, and closes when somebody decides in another process', async () => {
    const call: [string, unknown] = ['send_request', { method: 'POST', url: `${site.origin}/live` }];
    script = ({ turn }) => (turn === 0 ? { calls: [call] } : { text: 'Sent.' });
    const stream = await watch(client, await start(['tol_send_request'], { approval: 'ALWAYS' }));
    const open = await eventually(async () => openCalls(stream).find(({ status }) => status === 'WAITING'));
    expect(open).toMatchObject({ tool: 'send_request', inputSchema: { type: 'object' } });
    expect(open['description']).toContain('HTTP request');
    await elsewhere.call(endpoints.decide, {
      params: { token: String(open['approvalToken']) },
      body: { decision: 'APPROVED' },
    });
    expect(await stream.ended).toBe('closed');
    expect(openCalls(stream)).toEqual([]);
    expect(lastState(stream)).toMatchObject({ status: 'COMPLETED', output: 'Sent.' });
  });

  it('says how a run that had ended before did', async () => {
    script = () => ({ text: 'No.', finish: 'content_filter' });
    const runId = await start([]);
    await eventually(async () => {
      const run = await client.call(endpoints.get, { params: { runId } });
      return run.endedAt !== null;
    });
    const stream = await watch(elsewhere, runId);
    expect(await stream.ended).toBe('closed');
    expect(lastState(stream)).toMatchObject({
      status: 'FAILED',
      cause: { code: 'agents.refused' },
      abilities: { canRetry: true },
    });
  });

  it('is not shown to another company', async () => {
    script = () => ({ text: 'Done.' });
    const runId = await start([]);
    const { client: stranger } = await server.signUp();
    expect((await stranger.fetch(`/api/crew/agent-runs/${runId}/events`)).status).toBe(404);
  });
});

it('an agent is run and watched with one call', async () => {
  script = () => ({ text: 'Here it is.' });
  const { agentId } = await client.call(agents.endpoints.create, {
    body: { name: `Agent ${crypto.randomUUID()}` },
  });
  await client.call(agents.endpoints.publish, { params: { id: agentId } });
  const stream = await openStream(client, endpoints.execute.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ agentId, input: 'Please.', stream: true }),
  });
  expect(await stream.ended).toBe('closed');
  expect(lastState(stream)).toMatchObject({ status: 'COMPLETED', output: 'Here it is.' });
});

const ended = (runId: string): Promise<AgentRunDetails> =>
  eventually(async () => {
    const run = await client.call(endpoints.get, { params: { runId } });
    return run.endedAt === null ? undefined : run;
  });

it('a long result is shown with its beginning, and read piece by piece', async () => {
  script = ({ turn }) =>
    turn === 0
      ? { calls: [['send_request', { method: 'GET', url: `${site.origin}/long` }]] }
      : { text: 'Read.' };
  const { runId, steps: shown } = await ended(await start(['tol_send_request']));
  const [step] = shown;
  if (step?.type !== 'TOOL') throw new Error('The first step is no call.');
  expect(step.outputSize).toBeGreaterThan(100_000);
  expect(step.output).toHaveLength(8000);
  let text = '';
  for (let from: number | null = 0; from !== null; ) {
    const piece: { text: string; next: number | null } = await client.call(endpoints.text, {
      params: { runId },
      query: { at: 0, from },
    });
    text += piece.text;
    from = piece.next;
  }
  expect(text).toHaveLength(step.outputSize);
  expect(JSON.parse(text)).toMatchObject({ body: longText });
});

it('a run that failed at the model goes on where it stopped, and repeats nothing', async () => {
  let isDown = true;
  script = ({ turn }) => {
    if (turn === 0) return { calls: [['send_request', { method: 'POST', url: `${site.origin}/once` }]] };
    return isDown ? { status: 401 } : { text: 'Back again.' };
  };
  const failed = await ended(await start(['tol_send_request']));
  expect(failed).toMatchObject({ status: 'FAILED', abilities: { canRetry: true } });
  isDown = false;
  const { runId } = await client.call(endpoints.retry, { params: { runId: failed.runId } });
  const run = await ended(runId);
  expect(run).toMatchObject({ status: 'COMPLETED', output: 'Back again.' });
  expect(run.steps).toEqual(failed.steps);
  expect(site.requests.filter(({ path }) => path === '/once')).toHaveLength(1);
});

it('work that is handed to another agent names the run in which it is done, and its cost', async () => {
  script = ({ messages, turn }) => {
    if (String(messages[0]?.content).includes('You count')) return { text: 'There are 7.' };
    return turn === 0 ? { calls: [['hand_to_counter', { task: 'Count them.' }]] } : { text: 'Counted.' };
  };
  const made = await client.call(agents.endpoints.create, {
    body: { name: 'Counter', instructions: 'You count.' },
  });
  await client.call(agents.endpoints.publish, { params: { id: made.agentId } });
  const lead = await client.call(agents.endpoints.create, {
    body: { name: `Agent ${crypto.randomUUID()}`, agentIds: [made.agentId] },
  });
  const body = { agentId: lead.agentId, input: 'Count.', environment: 'TESTING' as const };
  const { steps: shown } = await ended((await client.call(endpoints.start, { body })).runId);
  const [step] = shown;
  if (step?.type !== 'TOOL') throw new Error('The first step is no call.');
  const child = await client.call(endpoints.get, { params: { runId: step.childRunId ?? '' } });
  expect(child).toMatchObject({ agentId: made.agentId, output: 'There are 7.', task: 'Count them.' });
  expect(child.credits).toBeGreaterThan(0);
  expect(step.credits).toBe(child.credits);
});

it('work is handed on five times in a row, and no further', async () => {
  script = ({ messages, turn }) => {
    const link = Number(/You are link (\d)/.exec(JSON.stringify(messages[0]))?.[1]);
    return turn === 0
      ? { calls: [[`hand_to_link_${link + 1}`, { task: 'Go on.' }]] }
      : { text: `${link} heard: ${JSON.stringify(messages.at(-1)?.content)}` };
  };
  let agentId = '';
  for (const link of [7, 6, 5, 4, 3, 2, 1]) {
    const settings = { name: `Link ${link}`, instructions: `You are link ${link}.` };
    const agentIds = agentId === '' ? [] : [agentId];
    ({ agentId } = await client.call(agents.endpoints.create, { body: { ...settings, agentIds } }));
    await client.call(agents.endpoints.publish, { params: { id: agentId } });
  }
  const { runId } = await client.call(endpoints.start, { body: { agentId, input: 'Begin.' } });
  const { output } = await ended(runId);
  expect(JSON.stringify(output).match(/\d heard/g)).toEqual(
    [1, 2, 3, 4, 5, 6].map((link) => `${link} heard`),
  );
  expect(output).toContain('Work was handed on 5 times in a row. Do this part yourself.');
});

describe('a sample document', () => {
  const read = async (content: string | Uint8Array<ArrayBuffer>, name: string) => {
    const form = new FormData();
    form.append('file', new Blob([content]), name);
    const response = await client.fetch(endpoints.readDocument.path, { method: 'POST', body: form });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };

  it('is read and given to a test of the agent as text by others', { tags: ['AGENT-15'] }, async () => {
    const { body } = await read('# Leave\n\nEveryone has 25 days.', 'handbook.md');
    const document = body['responseData'] as { name: string; text: string; isCut: boolean };
    expect(document).toMatchObject({ name: 'handbook.md', isCut: false });
    script = ({ turn, messages }) => {
      const hasText = JSON.stringify(messages).includes('Everyone has 25 days.');
      return turn === 0 && hasText
        ? { calls: [['send_request', { method: 'POST', url: `${site.origin}/told` }]] }
        : { text: 'Nothing.' };
    };
    const toolList = [{ _id: 'tol_send_request' }];
    const made = { name: `Agent ${crypto.randomUUID()}`, tools: { toolList } };
    const { agentId } = await client.call(agents.endpoints.create, { body: made });
    const { runId } = await client.call(endpoints.start, {
      body: {
        ...{ agentId, input: 'How many days?', environment: 'TESTING' },
        documents: [{ name: document.name, text: document.text }],
      },
    });
    // The document may have told the model to make the call, so a person decides.
    const run = await eventually(async () => {
      const found = await client.call(endpoints.get, { params: { runId } });
      return found.status === 'WAITING' ? found : undefined;
    });
    expect(run).toMatchObject({ input: 'How many days?', documents: ['handbook.md'] });
    expect(run.steps.at(-1)).toMatchObject({ tool: 'send_request', status: 'WAITING' });
    await client.call(endpoints.cancel, { params: { runId } });
  });

  it('is cut after 200,000 characters, and says so', async () => {
    const paragraphs = async (count: number) => {
      const { body } = await read('a\n\n'.repeat(count), 'long.txt');
      const document = body['responseData'] as { text: string; isCut: boolean };
      return [document.text.length, document.isCut];
    };
    expect(await paragraphs(66_666)).toEqual([199_996, false]);
    expect(await paragraphs(66_700)).toEqual([200_000, true]);
  });

  it('that cannot be read is refused with the reason', async () => {
    const { status, body } = await read(new Uint8Array([0, 1, 2, 3]), 'noise.pdf');
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'agents.document_unreadable' });
  });
});
