import { valuesSchema } from '@atelier/contracts/fields/field-schema';
import type { FieldValues } from '@atelier/contracts/fields/fields';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ConnectorInput, documentsOfMessage } from '../../src/index.ts';
import {
  type AnsweringServer,
  documentsIn,
  json,
  readAll,
  startAnsweringServer,
} from '../answering-server.ts';
import { getConnector } from '../connector-of-type.ts';

const webhook = getConnector('WEBHOOK');
const manual = getConnector('MANUAL');

describe('the webhook connector', () => {
  let site: AnsweringServer;
  beforeAll(async () => {
    site = await startAnsweringServer();
  });
  beforeEach(() => {
    site.asked.length = 0;
  });
  afterAll(() => site.close());

  const inputOf = (settings: FieldValues): ConnectorInput => ({
    settings: valuesSchema(webhook.settingsFields).parse(settings),
    connection: {},
  });
  const call = (settings: FieldValues) =>
    readAll(webhook.read(site.io, inputOf({ url: `${site.origin}/hook`, ...settings }), undefined));

  it('offers exactly GET, POST, PUT and PATCH, and sends with each', { tags: ['CONNECTOR-17'] }, async () => {
    const field = webhook.settingsFields.find(({ name }) => name === 'method');
    expect(field?.options?.map(({ value }) => value)).toEqual(['GET', 'POST', 'PUT', 'PATCH']);
    site.answer = json([{ id: 1 }]);
    for (const method of ['GET', 'POST', 'PUT', 'PATCH']) await call({ method });
    expect(site.asked.map(({ method }) => method)).toEqual(['GET', 'POST', 'PUT', 'PATCH']);
  });

  it('sends at most 3 query parameters and at most 3 headers', {
    tags: ['CONNECTOR-40', 'CONNECTOR-41', 'CONNECTOR-42', 'CONST-11'],
  }, async () => {
    site.answer = json([]);
    const pairs = (count: number) =>
      Array.from({ length: count }, (_, at) => ({ name: `X-${at}`, value: `v${at}` }));
    await call({ queryParameters: pairs(3), headers: pairs(3) });
    expect(site.asked).toMatchObject([
      { path: '/hook?X-0=v0&X-1=v1&X-2=v2', headers: { 'x-0': 'v0', 'x-1': 'v1', 'x-2': 'v2' } },
    ]);
    for (const name of ['queryParameters', 'headers'])
      expect(() => inputOf({ url: site.origin, [name]: pairs(4) }), name).toThrow(/takes at most 3/);
  });

  it('sends the body as JSON with Yes and as a form with No', { tags: ['CONNECTOR-18'] }, async () => {
    const field = webhook.settingsFields.find(({ name }) => name === 'sendAsJson');
    expect(field?.options?.map(({ label }) => label)).toEqual(['Yes', 'No']);
    site.answer = json([]);
    const body = '{"since":"2026-01-01","n":3}';
    await call({ body, sendAsJson: 'Yes' });
    await call({ body, sendAsJson: 'No' });
    expect(site.asked.map(({ headers, body: sent }) => `${headers['content-type']} ${sent}`)).toEqual([
      `application/json ${body}`,
      'application/x-www-form-urlencoded since=2026-01-01&n=3',
    ]);
    for (const sendAsJson of ['Yes', 'No'])
      expect(() => webhook.check?.(inputOf({ url: site.origin, body: 'no json', sendAsJson }))).toThrow(
        /JSON/,
      );
  });

  it('makes documents of an answer with records, of a text, and none of an empty one', async () => {
    site.answer = json({ rows: [{ id: 'a', title: 'One' }] });
    const records = await call({
      listPath: 'rows',
      idField: 'id',
      titleField: 'title',
      template: '{{title}}!',
    });
    expect([documentsIn(records.events), records.end.isComplete]).toEqual([['a | One | One!\n'], true]);
    site.answer = (_asked, response) =>
      response.writeHead(200, { 'content-type': 'text/plain' }).end('Plain news');
    expect(documentsIn((await call({})).events)).toEqual([`${site.origin}/hook | Plain news | Plain news`]);
    site.answer = (_asked, response) => response.end();
    expect(await call({})).toEqual({ events: [], end: { isComplete: false } });
    const unaddressed = await readAll(webhook.read(site.io, inputOf({}), undefined));
    expect(unaddressed).toEqual({ events: [], end: { isComplete: false } });
  });

  it('knows what is sent twice again, by its id or by its content', async () => {
    const ids = async (text: string, settings: FieldValues = {}, type = 'application/json') => {
      const found: string[] = [];
      for await (const event of documentsOfMessage({}, { text, type }, settings))
        found.push(event.kind === 'item' ? event.item.externalId : event.kind);
      return found;
    };
    expect(await ids('{"id":1,"a":1}', { idField: 'id' })).toEqual(
      await ids('{"id":1,"a":2}', { idField: 'id' }),
    );
    expect(await ids('{"a":1}')).toEqual(await ids(' {"a": 1} '));
    expect(await ids('{"a":1}')).not.toEqual(await ids('{"a":2}'));
    expect(await ids('News', {}, 'text/plain')).toEqual(await ids('News', {}, 'text/plain'));
    await expect(ids('{broken')).rejects.toThrow(/not JSON/);
    await expect(ids('{"a":1}', { listPath: 'rows' })).rejects.toThrow(/no “rows”/);
    expect(await ids('a=1&b=2', {}, 'application/x-www-form-urlencoded')).toHaveLength(1);
  });

  it('sends no body with GET or without one, and only an object as a form', async () => {
    site.answer = json([]);
    await call({ method: 'GET', body: '{"a":1}' });
    await call({ body: ' ' });
    await call({ body: '{"a":"text","b":{"c":[1]}}', sendAsJson: 'No' });
    expect(site.asked.map(({ headers, body }) => [headers['content-type'], body])).toEqual([
      [undefined, ''],
      [undefined, ''],
      ['application/x-www-form-urlencoded', 'a=text&b=%7B%22c%22%3A%5B1%5D%7D'],
    ]);
    for (const body of ['[1]', 'null', '"a"', '7'])
      expect(() => webhook.check?.(inputOf({ url: site.origin, body, sendAsJson: 'No' })), body).toThrow(
        'The body must be a JSON object, whose fields are then sent as a form. Please correct it.',
      );
    webhook.check?.(inputOf({ url: site.origin, body: '[1]', sendAsJson: 'Yes' }));
  });

  it('takes a text for records where its type or its beginning says so', async () => {
    const documents = async (text: string, type: string) => {
      const events = [];
      for await (const event of documentsOfMessage({}, { text, type }, {})) events.push(event);
      return events.map((event) => (event.kind === 'item' ? event.item.file.name : event.kind));
    };
    expect(await documents(' [{"a":1},{"a":2}]', 'text/plain')).toHaveLength(2);
    expect(await documents('{"a":1}', 'application/vnd.api+json')).toEqual([
      expect.stringMatching(/^Record \w+\.md$/),
    ]);
    expect(await documents('{curly} but no JSON', 'text/plain')).toEqual(['{curly} but no JSON.txt']);
    expect(await documents('## A *title*\nText', 'text/markdown')).toEqual(['A *title*.md']);
    expect(await documents('<p>a</p>', 'text/html')).toEqual([
      expect.stringMatching(/^Message \w{12}\.html$/),
    ]);
    expect(await documents('a,b\n1,2', 'text/csv')).toEqual(['a,b.csv']);
    expect(await documents(`${'x'.repeat(200)}\nText`, 'text/other')).toEqual([`${'x'.repeat(150)}.txt`]);
    expect(await documents(' \n', 'text/plain')).toEqual(['skipped']);
  });

  it('says in a test what the address answers with', async () => {
    const host = new URL(site.origin).host;
    const test = (settings: FieldValues) => webhook.test(site.io, inputOf(settings));
    const url = `${site.origin}/hook`;
    expect(await test({})).toContain('Nothing is called.');
    site.answer = (_asked, response) => response.end(' ');
    expect(await test({ url })).toBe(`${host} was called and answers with nothing.`);
    site.answer = json([{ a: 1 }]);
    expect(await test({ url })).toBe(`${host} was called and answers with one document.`);
    site.answer = json([{ a: 1 }, { a: 2 }, { a: 3, b: ' ' }]);
    expect(await test({ url, template: '{{a}}' })).toBe(`${host} was called and answers with 3 documents.`);
    expect(await test({ url, template: '{{b}}' })).toBe(`${host} was called and answers with 0 documents.`);
    const connection = { site: site.origin, headerName: 'X-Key', headerValue: 'k' };
    expect(await webhook.test(site.io, { settings: {}, connection })).toBe(
      `The header is fit to be sent to ${host}.`,
    );
  });

  it('makes one Markdown document of typed text', { tags: ['CONNECTOR-38', 'CONNECTOR-39'] }, async () => {
    const read = async (settings: FieldValues) => {
      const parsed = valuesSchema(manual.settingsFields).parse(settings);
      return readAll(manual.read(site.io, { settings: parsed, connection: {} }, undefined));
    };
    const { events, end } = await read({ title: 'Leave', text: 'Thirty days.' });
    expect(documentsIn(events)).toEqual(['text | Leave | # Leave\n\nThirty days.\n']);
    expect(events).toContainEqual(
      expect.objectContaining({
        item: expect.objectContaining({ file: expect.objectContaining({ name: 'Leave.md' }) }),
      }),
    );
    expect(end.isComplete).toBe(true);
    const headed = await read({ title: 'Leave', text: '# Own heading\n\nText' });
    expect(documentsIn(headed.events)).toEqual(['text | Leave | # Own heading\n\nText\n']);
    const empty = valuesSchema(manual.settingsFields).safeParse({ title: 'x'.repeat(151), text: ' ' });
    expect(empty.error?.issues.map(({ path }) => path[0])).toEqual(['title', 'text']);
    expect(await manual.test(site.io, { settings: { title: 'a', text: 'two words' }, connection: {} })).toBe(
      'The text has 2 words.',
    );
  });
});
