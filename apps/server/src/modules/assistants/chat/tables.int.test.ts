import { apps } from '@atelier/contracts/assistants/apps';
import { chat } from '@atelier/contracts/assistants/chat/chat';
import { trial } from '@atelier/contracts/assistants/chat/trial';
import { type FakeOpenAI, startFakeOpenAI } from '@atelier/models/tests/fake-openai';
import exceljs from 'exceljs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../tests/client.ts';
import { openStream } from '../../../../tests/event-stream.ts';
import { offerModels } from '../../../../tests/fakes/model-provider.ts';
import { startTestServer, type TestServer } from '../../../../tests/harness.ts';
import { filledBase } from '../../../../tests/knowledge.ts';

const chatUserId = 'visitor-0123456789abcdef';
const filler = Array.from({ length: 300 }, (_row, at) => `Town ${at},Inn ${at},${50 + (at % 10)}`).join('\n');
const rates = `City,Hotel,Rate\nParis,Pont Neuf,120\nRome,Trastevere,95\nParis,Marais,180\n${filler}\n`;
const hostile = '__proto__,constructor\n=cmd|calc,[1] | **bold**\n"<img src=x onerror=alert(1)>",two\n';
const handbook = '# Leave\n\nEmployees get 25 days of paid leave per year.\n';

describe('questions about tables', () => {
  let server: TestServer;
  let provider: FakeOpenAI;
  let owner: Client;
  let modelId: string;
  let knowledgeBaseId: string;

  beforeAll(async () => {
    provider = await startFakeOpenAI();
    const { hostname, port } = new URL(provider.baseUrl);
    server = await startTestServer({ env: { OUTBOUND_ALLOW: `${hostname}:${port},${hostname}` } });
    owner = (await server.signUp()).client;
    const offered = await offerModels(owner, provider.baseUrl, { chatModels: ['fake-chat'] });
    modelId = `${offered.providerId}/fake-chat`;
    knowledgeBaseId = await filledBase(owner, { 'rates.csv': rates, 'handbook.md': handbook });
  });
  afterAll(async () => {
    await server.close();
    await provider.close();
  });

  const makeApp = async (settings: object) =>
    (
      await owner.call(apps.endpoints.create, {
        body: {
          name: `App ${crypto.randomUUID()}`,
          access: 'PUBLIC',
          knowledgeBaseIds: [knowledgeBaseId],
          modelId: 'atelier/extractive',
          csvAgent: true,
          ...settings,
        },
      })
    ).appId;
  const ask = (appId: string, query: string) =>
    server.visitor().call(chat.endpoints.query, { body: { appId, query, chatUserId } });

  it('are off by default, and stored when an app switches them on', async () => {
    const body = { name: `App ${crypto.randomUUID()}` };
    const { appId, csvAgent } = await owner.call(apps.endpoints.create, { body });
    expect(csvAgent).toBe(false);
    const changed = await owner.call(apps.endpoints.update, { body: { appId, csvAgent: true } });
    expect(changed.csvAgent).toBe(true);
  });

  it('are computed over all rows without a model, and the answer opens the rows that it rests on', async () => {
    const appId = await makeApp({});
    const reply = await ask(appId, 'What is the average rate in Paris?');
    expect(reply.answer).toContain('**150** [1]');
    expect(reply.answer).toContain('Average of “Rate”, where “City” is “Paris”');
    expect(reply.answer).toContain('2 of 303 rows of “rates.csv”');
    const [citation] = reply.citations;
    expect(citation).toMatchObject({
      index: 1,
      documentName: 'rates.csv',
      quote: expect.stringContaining('Pont Neuf'),
    });
    const source = await server.visitor().call(chat.endpoints.source, {
      query: { appId, chatUserId, queryId: reply.queryId, index: 1, markAt: citation?.markAt },
    });
    const text = source.sections.map((section) => section.text).join('\n\n');
    const shown = [source.citation, ...(source.citation.further ?? [])].map(({ start, end }) =>
      text.slice(start - (source.sections[0]?.start ?? 0), end - (source.sections[0]?.start ?? 0)),
    );
    expect(shown).toEqual([expect.stringContaining('Pont Neuf'), expect.stringContaining('Marais')]);
    expect((await ask(appId, 'How many rows have the city Rome?')).answer).toContain('**1** [1]');
  });

  it('are computed over the rows of a sheet of Excel as over those of a CSV file', async () => {
    const book = new exceljs.Workbook();
    const sheet = book.addWorksheet('Rates');
    sheet.addRows(
      rates
        .trim()
        .split('\n')
        .map((line) => line.split(',').map((cell) => Number(cell) || cell)),
    );
    const content = new Uint8Array(await book.xlsx.writeBuffer());
    const base = await filledBase(owner, { 'rates.xlsx': content });
    const appId = await makeApp({ knowledgeBaseIds: [base] });
    const reply = await ask(appId, 'What is the average rate in Paris?');
    expect(reply.answer).toContain('**150** [1]');
    expect(reply.answer).toContain('2 of 303 rows');
    expect(reply.citations).toMatchObject([
      { documentName: 'rates.xlsx', quote: expect.stringContaining('Pont Neuf'), further: [{}] },
    ]);
  });

  it('open rows far from each other, each with the rows around it', async () => {
    const rows = Array.from({ length: 50_000 }, (_none, at) => `Part ${at},${at % 7},Shelf ${at % 90}`);
    rows[10] = 'Part 10,3,Gold';
    rows[49_990] = 'Part 49990,4,Gold';
    const base = await filledBase(owner, { 'parts.csv': `Part,Stock,Shelf\n${rows.join('\n')}\n` });
    const appId = await makeApp({ knowledgeBaseIds: [base] });
    const reply = await ask(appId, 'What is the average stock in Gold?');
    expect(reply.answer).toContain('**3.5** [1]');
    const { sections, citation } = await server.visitor().call(chat.endpoints.source, {
      query: { appId, chatUserId, queryId: reply.queryId, index: 1, markAt: reply.citations[0]?.markAt },
    });
    const shown = [citation, ...(citation.further ?? [])].map(({ start, end }) => {
      const section = sections.find((each) => each.start <= start && end <= each.start + each.text.length);
      return section?.text.slice(start - section.start, end - section.start);
    });
    expect(shown).toEqual([expect.stringContaining('Part 10'), expect.stringContaining('Part 49990')]);
    expect(sections.length).toBeLessThan(5);
    expect((sections.at(-1)?.ordinal ?? 0) - (sections[0]?.ordinal ?? 0)).toBeGreaterThan(100);
  });

  it('cite each row of a list by itself', async () => {
    const reply = await ask(await makeApp({}), 'List the hotels with a rate over 100');
    const quotes = reply.citations.map(({ markAt = 0, quote }) => [
      `${reply.answer.slice(0, markAt).split('\n').at(-1)}${reply.answer.slice(markAt).split('\n')[0]}`,
      quote,
    ]);
    // The mark stands in the first cell, which is on the screen of a phone.
    for (const [line] of quotes) expect(line).toMatch(/^\| [^|]+ \[1\] \|/);
    expect(quotes).toEqual([
      [expect.stringContaining('Pont Neuf'), expect.stringContaining('Pont Neuf')],
      [expect.stringContaining('Marais'), expect.stringContaining('Marais')],
    ]);
  });

  it('leave every other question to the search', async () => {
    const appId = await makeApp({});
    expect((await ask(appId, 'How many days of paid leave do employees get?')).answer).toContain('25 days');
    const off = await makeApp({ csvAgent: false });
    expect((await ask(off, 'What is the average rate in Paris?')).answer).not.toContain('Computed from');
  });

  it('are put into a query by a model, which is checked against the columns', async () => {
    const appId = await makeApp({ modelId });
    const reply = await ask(appId, 'TABLE {"aggregate":{"kind":"max","column":"Rate"}}');
    expect(reply.answer).toContain('**180** [1]');
    expect(reply.usage.inputTokens).toBeGreaterThan(0);
    for (const wrong of [
      '{"aggregate":{"kind":"max","column":"Nothing"}}',
      '{"aggregate":{"kind":"eval","column":"Rate"}}',
      '{"select":"process.exit()"}',
      '{',
    ])
      expect((await ask(appId, `TABLE ${wrong}`)).answer).not.toContain('Computed from');
    expect((await ask(appId, 'How many days of paid leave?')).answer).toContain('25 days');
    const asked = provider.requests.find(({ body }) => JSON.stringify(body).includes('Translate a question'));
    const messages = asked?.body.messages as { content: string }[];
    expect(messages.at(-1)?.content).toContain('<table number="1" name="rates.csv" rows="303">');
  });

  it('tell the builder in the trial what was computed', async () => {
    const appId = await makeApp({ csvAgent: false });
    const stream = await openStream(owner, trial.endpoints.tryApp.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        appId,
        settings: { csvAgent: true },
        query: 'How many rows have the city Paris?',
      }),
    });
    await stream.ended;
    const trace = stream.received.find(({ event }) => event === 'trace')?.data;
    expect(trace).toMatchObject({
      steps: [
        { kind: 'STEP', title: 'Question about tables', detail: expect.stringContaining('from rates.csv') },
      ],
    });
  });

  it('show hostile cells as text, and never as marks of citations', async () => {
    const base = await filledBase(owner, { 'hostile.csv': hostile });
    const appId = await makeApp({ knowledgeBaseIds: [base], modelId });
    const { answer, citations } = await ask(appId, 'TABLE {"select":["__proto__","constructor"]}');
    expect(answer).toContain('| \\_\\_proto\\_\\_ | constructor |');
    expect(answer).toContain('=cmd\\|calc [1] | &#91;1] \\| \\*\\*bold\\*\\* |');
    expect(answer).not.toContain('| <img');
    expect(citations).toHaveLength(2);
  });

  it('never read tables of another company', async () => {
    const stranger = (await server.signUp('Alan Turing')).client;
    const own = await filledBase(stranger, { 'other.csv': 'City,Rate\nOslo,70\nBergen,60\n' });
    const body = { name: 'Other', access: 'PUBLIC' as const, knowledgeBaseIds: [own], csvAgent: true };
    const { appId } = await stranger.call(apps.endpoints.create, { body });
    expect((await ask(appId, 'What is the average rate?')).answer).toContain('**65**');
    expect((await ask(appId, 'How many rows have the city Paris?')).answer).not.toContain('Computed from');
    const stolen = await stranger.send(apps.endpoints.update, {
      body: { appId, knowledgeBaseIds: [knowledgeBaseId] },
    });
    expect(stolen.body.code).toBe('apps.knowledge_base_not_found');
  });
});
