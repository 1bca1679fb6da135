import { agentRuns } from '@atelier/contracts/assistants/agents/agent-runs';
import { agents } from '@atelier/contracts/assistants/agents/agents';
import { tools } from '@atelier/contracts/assistants/tools/tools';
import type { JsonValue } from '@atelier/contracts/fields/field-values';
import { filesIn, isFile } from '@atelier/contracts/fields/file-value';
import { type FakeServer, startFakeServer } from '@atelier/models/tests/fake-http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../../tests/client.ts';
import { offerModels } from '../../../../../tests/fakes/model-provider.ts';
import { type Script, startScriptedModel } from '../../../../../tests/fakes/scripted-model.ts';
import { startTestServer, type TestServer } from '../../../../../tests/harness.ts';
import { makePdf } from '../../../../../tests/pdf.ts';

const { endpoints } = agentRuns;
const pdf = makePdf([['Leave is 25 days per year']]);
let script: Script = () => ({ text: 'Done.' });
let model: FakeServer;
let site: FakeServer;
let server: TestServer;
let client: Client;
let agentId: string;

beforeAll(async () => {
  model = await startScriptedModel((request) => script(request));
  site = await startFakeServer(({ path }, response) => {
    const type = path.startsWith('/report') ? 'application/pdf' : 'text/csv';
    response.setHeader('content-type', type);
    if (path === '/report')
      response.setHeader('content-disposition', 'attachment; filename="Leave 2026.pdf"');
    response.end(type === 'text/csv' ? 'a,b\n1,2' : pdf);
  });
  const allowed = [model, site].map(({ origin }) => new URL(origin).host).join(',');
  server = await startTestServer({ env: { OUTBOUND_ALLOW: allowed } });
  ({ client } = await server.signUp());
  await offerModels(client, `${model.origin}/v1`, { chatModels: ['writer'] });
  const ids = ['tol_write_file', 'tol_read_file', 'tol_list_files', 'tol_show_chart'];
  const body = { name: 'Writer', tools: { toolList: ids.map((_id) => ({ _id })) } };
  ({ agentId } = await client.call(agents.endpoints.create, { body }));
  await client.call(agents.endpoints.publish, { params: { id: agentId } });
});
afterAll(async () => {
  await server.close();
  await model.close();
  await site.close();
});

type Call = [string, unknown];
/** Runs the agent, whose model makes these calls turn by turn. Returns the outputs of the calls by turn. */
const runOf = async (ofAgent: string, ...turns: Call[][]) => {
  script = ({ turn }) => {
    const calls = turns[turn];
    return calls ? { calls } : { text: 'Done.' };
  };
  const body = { agentId: ofAgent, input: 'Please write.' };
  const { runId, steps } = await client.call(endpoints.execute, { body });
  const calls = steps.flatMap((step) => (step.type === 'TOOL' ? [step] : []));
  return { runId, calls };
};
const run = (...turns: Call[][]) => runOf(agentId, ...turns);
const write = (name: string, content: string): Call => ['write_file', { name, content }];
const fileIn = (output: unknown) => {
  const { file } = output as { file: unknown };
  if (!isFile(file)) throw new Error(`No file: ${JSON.stringify(output)}`);
  return file;
};
/** The types of the files that a list names, by their names. */
const typesIn = (output: unknown) =>
  Object.fromEntries(filesIn(output as JsonValue).map(({ name, type }) => [name, type]));
const download = (as: Client, runId: string, fileId: string) =>
  as.fetch(`/api/crew/agent-runs/${runId}/files/${fileId}`);

describe('a file of an agent', () => {
  it('is written, read, listed and downloaded, and replaced by one with the same name', async () => {
    const { runId, calls } = await run(
      [write('plan.md', 'First.'), write('figures.csv', 'a;b\n1;2')],
      [write('plan.md', 'Second – “better”.')],
      [
        ['read_file', { name: 'plan.md' }],
        ['list_files', {}],
      ],
    );
    expect(calls.map(({ status }) => status)).toEqual(['DONE', 'DONE', 'DONE', 'DONE', 'DONE']);
    expect(calls[3]?.output).toBe('Second – “better”.');
    expect(typesIn(calls[4]?.output)).toEqual({ 'figures.csv': 'text/csv', 'plan.md': 'text/markdown' });
    const reply = await download(client, runId, fileIn(calls[2]?.output).id);
    expect(await reply.text()).toBe('Second – “better”.');
    expect(reply.headers.get('content-disposition')).toMatch(/^attachment/);
    expect((await download(client, runId, fileIn(calls[0]?.output).id)).status).toBe(404);
  });

  it('is one file when calls of one turn write it at the same time', async () => {
    const { calls } = await run(
      ['One', 'Two', 'Three'].map((text) => write('same.txt', text)),
      [['list_files', {}]],
    );
    expect(Object.keys(typesIn(calls.at(-1)?.output))).toEqual(['same.txt']);
    expect(filesIn(calls.at(-1)?.output as JsonValue)).toHaveLength(1);
  });

  it('belongs to its run alone: neither another run nor another company reads it', async () => {
    const { runId, calls } = await run([write('secret.txt', 'Ours.')]);
    const { id } = fileIn(calls[0]?.output);
    const other = await run([['read_file', { name: 'secret.txt' }]]);
    expect(other.calls[0]).toMatchObject({ status: 'FAILED', output: 'This run has no files yet.' });
    expect((await download(client, other.runId, id)).status).toBe(404);
    const stranger = await server.signUp();
    expect((await download(stranger.client, runId, id)).status).toBe(404);
  });

  it('is refused beyond the limits of a run, in words for the model', async () => {
    const many = Array.from({ length: 10 }, (_, at) => write(`${at}.txt`, 'x'));
    const turns = Array.from({ length: 5 }, (_, turn) =>
      many.map(([tool], at): Call => [tool, { name: `${turn}-${at}.txt`, content: 'x' }]),
    );
    const { calls } = await run(...turns, [write('last.txt', 'x'), write('0-0.txt', 'Replaced.')]);
    expect(calls.filter(({ status }) => status === 'DONE')).toHaveLength(51);
    expect(calls.find(({ status }) => status === 'FAILED')?.output).toContain('50 files');
    const outside = await run([write('../etc/passwd', 'x')]);
    expect(outside.calls[0]?.status).toBe('NOT_FITTING');
  });

  it('is there in a run that continues another', async () => {
    script = ({ turn }) => (turn === 0 ? { calls: [write('kept.txt', 'Kept.')] } : { status: 401 });
    const body = { agentId, input: 'Please write.' };
    const { runId } = await client.call(endpoints.start, { body });
    const ended = async (id: string) => {
      const reply = await client.fetch(`/api/crew/agent-runs/${id}/events`);
      await reply.text();
      return client.call(endpoints.get, { params: { runId: id } });
    };
    expect((await ended(runId)).status).toBe('FAILED');
    script = () => ({ text: 'Done.' });
    const again = await client.call(endpoints.retry, { params: { runId } });
    const step = (await ended(again.runId)).steps.find(({ type }) => type === 'TOOL');
    const { id } = fileIn(step?.type === 'TOOL' ? step.output : null);
    expect(await (await download(client, again.runId, id)).text()).toBe('Kept.');
  });
});

describe('what an HTTP tool downloads', () => {
  let downloader: string;
  beforeAll(async () => {
    const request = { method: 'GET' as const, url: `${site.origin}/report` };
    const tool = { name: 'Get report', description: 'Gets the report.', effect: 'READS' as const };
    const { toolId } = await client.call(tools.endpoints.create, {
      body: { ...tool, approval: 'NEVER', request: { ...request, parameters: [] } },
    });
    const ids = [toolId, 'tol_send_request', 'tol_read_file'];
    const made = await client.call(agents.endpoints.create, {
      body: { name: 'Downloader', approval: 'NEVER', tools: { toolList: ids.map((_id) => ({ _id })) } },
    });
    downloader = made.agentId;
    await client.call(agents.endpoints.publish, { params: { id: downloader } });
  });

  it('is kept as a file of the run, which the agent can read, and people download', async () => {
    const get: Call = ['get_report', {}];
    let read: Call = ['read_file', { name: '' }];
    script = ({ turn, messages }) => {
      const kept = /kept as “([^”]+)”/.exec(String(messages.at(-1)?.content))?.[1];
      if (kept !== undefined) read = ['read_file', { name: kept }];
      return [{ calls: [get] }, { calls: [read] }][turn] ?? { text: 'Done.' };
    };
    const body = { agentId: downloader, input: 'Please get it.' };
    const { runId, steps } = await client.call(endpoints.execute, { body });
    const [got, seen] = steps.flatMap((step) => (step.type === 'TOOL' ? [step] : []));
    const file = fileIn(got?.output);
    expect(file).toMatchObject({ type: 'application/pdf', size: pdf.length });
    expect(file.name).toMatch(/^Leave 2026-[0-9a-f]{6}\.pdf$/);
    expect(seen?.output).toContain('Leave is 25 days per year');
    const reply = await download(client, runId, file.id);
    expect(new Uint8Array(await reply.arrayBuffer())).toEqual(pdf);
  });

  it('stays text where it is text, and is named after its address where the site gives no name', async () => {
    const send = (path: string): Call => ['send_request', { method: 'GET', url: `${site.origin}${path}` }];
    const { calls } = await runOf(downloader, [send('/figures.csv')], [send('/report-2.pdf')]);
    expect(calls[0]?.output).toMatchObject({ body: 'a,b\n1,2' });
    expect(fileIn(calls[1]?.output).name).toMatch(/^report-2-[0-9a-f]{6}\.pdf$/);
  });
});

describe('a chart of an agent', () => {
  const chart = {
    ...{ kind: 'BAR', title: 'Sales', unit: '€', labels: ['May', 'June'] },
    series: [{ name: 'North', values: [3, -1.5] }],
  };

  it('is kept as its description, which holds no code and no markup', async () => {
    const { calls } = await run([['show_chart', chart]]);
    expect(calls).toMatchObject([{ status: 'DONE', output: { chart } }]);
  });

  it('is refused when a value is missing, when names repeat, and with anything else in it', async () => {
    const { calls } = await run([
      ['show_chart', { ...chart, series: [{ name: 'North', values: [3] }] }],
      ['show_chart', { ...chart, labels: ['May', 'May'] }],
      ['show_chart', { ...chart, html: '<script>' }],
    ]);
    expect(calls.map(({ status }) => status)).toEqual(['FAILED', 'FAILED', 'NOT_FITTING']);
  });
});
