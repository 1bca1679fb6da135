import { runs } from '@atelier/contracts/assistants/runs/runs';
import { schemas } from '@atelier/contracts/content/schemas/schemas';
import exceljs from 'exceljs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../tests/client.ts';
import {
  addFiles,
  baseOf,
  ended,
  invoice,
  schemaOf,
  texts,
  useModel,
} from '../../../../tests/fakes/invoice-schemas.ts';
import type { ReadingModel } from '../../../../tests/fakes/reading-model.ts';
import { startSchemaModel } from '../../../../tests/fakes/schema-model.ts';
import { eventually, startTestServer, type TestServer } from '../../../../tests/harness.ts';
import { newKnowledgeBase } from '../../../../tests/knowledge.ts';
import { toCredits } from '../../../kernel/base/credits.ts';
import { orderRun } from '../../../kernel/runs/index.ts';
import { computeMaxCost, resolveChatModel } from '../models/index.ts';
import { readingRequest } from './reading/prompts.ts';
import { cellRepository } from './repository/cells.ts';
import { schemaRepository } from './repository/schemas.ts';
import { schemaRunType } from './topic.ts';

const { endpoints } = schemas;

const run = async (client: Client, schemaId: string, more: object = {}) => {
  await client.call(endpoints.run, { body: { schemaId, ...more } });
  return ended(client, schemaId);
};

const rowsOf = async (client: Client, schemaId: string, query: object = {}) =>
  (await client.call(endpoints.rows, { params: { schemaId }, query })).items;

describe('information schemas', () => {
  let server: TestServer;
  let model: ReadingModel;
  let client: Client;
  let tenantId: string;
  let modelId: string;

  beforeAll(async () => {
    model = await startSchemaModel();
    server = await startTestServer({ env: { OUTBOUND_ALLOW: new URL(model.origin).host } });
    const owner = await server.signUp();
    ({ client } = owner);
    ({ tenantId } = owner.user);
    modelId = await useModel(client, model);
  });
  afterAll(async () => {
    await server.close();
    await model.close();
  });

  describe('of a knowledge base with one document', () => {
    let id: string;
    beforeAll(async () => {
      ({ id } = await baseOf(client, { 'a.md': 'Some words.' }));
    });
    const codeOf = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];

    it('are made with their columns, before anything is read', {
      tags: ['SCHEMA-01', 'SCHEMA-06'],
    }, async () => {
      const made = await schemaOf(client, id);
      expect(made).toMatchObject({
        status: 'PENDING',
        knowledgeBaseId: id,
        documents: { total: 1, pending: 1 },
      });
      expect(made.columns.map(({ name, type }) => [name, type])).toEqual([
        ['Supplier', 'TEXT'],
        ['Total', 'NUMBER'],
        ['Due', 'DATE'],
      ]);
    });

    it('are read by their id', { tags: ['SCHEMA-04', 'KB-08'] }, async () => {
      const made = await schemaOf(client, id);
      expect(await client.call(endpoints.get, { params: { schemaId: made.schemaId } })).toEqual(made);
    });

    it('are listed by name, after a copy and a new name, which may not be taken', {
      tags: ['SCHEMA-03'],
    }, async () => {
      const knowledgeBaseId = await newKnowledgeBase(client);
      const { schemaId } = await schemaOf(client, knowledgeBaseId);
      const params = { schemaId };
      await client.call(endpoints.copy, { params, body: { name: 'Another' } });
      const taken = await client.send(endpoints.rename, { params, body: { name: 'Another' } });
      expect(codeOf(taken)).toEqual([409, 'schemas.name_taken']);
      await client.call(endpoints.rename, { params, body: { name: 'Bills' } });
      const list = await client.call(endpoints.list, { query: { knowledgeBaseId } });
      expect(list.items.map(({ name }) => name)).toEqual(['Another', 'Bills']);
      const everywhere = await client.call(endpoints.list, { query: { search: 'Bills' } });
      expect(everywhere.items.map(({ name }) => name)).toEqual(['Bills']);
      const nowhere = await client.send(endpoints.list, { query: { knowledgeBaseId: 'knb_none' } });
      expect(codeOf(nowhere)).toEqual([404, 'knowledge.not_found']);
      const twins = [{ name: 'One' }, { name: 'ONE' }];
      const body = { knowledgeBaseId, name: 'Twins', columns: twins };
      expect(codeOf(await client.send(endpoints.create, { body }))).toEqual([
        409,
        'schemas.column_name_taken',
      ]);
    });

    it('are read with their knowledge base, and not found in another', { tags: ['KB-33'] }, async () => {
      const { schemaId, name } = await schemaOf(client, id);
      const details = { knowledgeBaseId: id, schemaId };
      expect((await client.call(endpoints.details, { query: details })).name).toBe(name);
      const other = await newKnowledgeBase(client);
      const wrong = await client.send(endpoints.details, { query: { ...details, knowledgeBaseId: other } });
      expect(codeOf(wrong)).toEqual([404, 'schemas.not_found']);
    });

    it('are deleted by their id', { tags: ['SCHEMA-05'] }, async () => {
      const params = { schemaId: (await schemaOf(client, id)).schemaId };
      await client.call(endpoints.remove, { params });
      expect(codeOf(await client.send(endpoints.get, { params }))).toEqual([404, 'schemas.not_found']);
    });

    it('are deleted by the older call', { tags: ['KB-34'] }, async () => {
      const { schemaId } = await schemaOf(client, id);
      await client.call(endpoints.removeOld, { query: { schemaId } });
      const gone = await client.send(endpoints.get, { params: { schemaId } });
      expect(codeOf(gone)).toEqual([404, 'schemas.not_found']);
    });
  });

  it('read documents with a model: typed values, each with its span; later runs read only new documents', {
    tags: ['SCHEMA-02', 'SCHEMA-07'],
  }, async () => {
    const { id, ids } = await baseOf(client, texts(2));
    const { schemaId, columns } = await schemaOf(client, id);
    const before = model.asked.length;
    const estimate = await client.call(endpoints.estimate, { params: { schemaId }, query: { modelId } });
    // Two requests of 260 tokens with 40 for each of three columns and 23 of the document, and 70 for each value of the replies.
    expect(estimate).toEqual({ documents: 2, tokens: 806 + 420, credits: 2.486 });
    const byRules = await client.call(endpoints.estimate, { params: { schemaId }, query: {} });
    expect(byRules).toEqual({ documents: 2, tokens: 0, credits: 0 });
    const state = await run(client, schemaId, { modelId });
    expect(state).toMatchObject({ status: 'COMPLETED', documents: { total: 2, pending: 0, failed: 0 } });
    expect(state.spentCredits).toBeGreaterThan(0);
    const [first] = await rowsOf(client, schemaId);
    expect(new Set(first?.cells.map(({ value }) => value))).toEqual(new Set([1000, '2026-03-01', 'Firm 0']));
    const due = first?.cells.find(({ columnId }) => columnId === columns[2]?.columnId);
    const text = texts(1)['inv-0.md'] ?? '';
    expect(due).toMatchObject({ state: 'FOUND', reader: 'MODEL', source: { quote: 'Due is 1 March 2026.' } });
    expect(text.slice(due?.source?.start, due?.source?.end)).toBe('Due is 1 March 2026.');

    const nothing = await client.send(endpoints.run, { body: { schemaId, modelId } });
    expect([nothing.status, nothing.body.code]).toEqual([412, 'schemas.nothing_to_read']);
    const [added] = await addFiles(client, id, { 'new.md': 'Supplier is Newcomer. Total is 5.' });
    expect(await run(client, schemaId, { modelId })).toMatchObject({ status: 'COMPLETED' });
    expect(model.asked.length - before).toBe(3);
    const { items: subjects } = await client.call(runs.endpoints.list, { query: { subjectId: schemaId } });
    const address = `/knowledge-base/${id}/schemas?schema=${schemaId}`;
    expect(subjects.map(({ subject }) => subject)).toContainEqual({ name: state.name, address });
    const pageOf = (query: object) => client.call(endpoints.rows, { params: { schemaId }, query });
    const page = await pageOf({ limit: 2 });
    const rest = await pageOf({ limit: 2, cursor: page.nextCursor ?? '' });
    expect([...page.items, ...rest.items].map(({ documentName }) => documentName)).toEqual([
      'inv-0.md',
      'inv-1.md',
      'new.md',
    ]);
    expect([page.total, rest.nextCursor, (await pageOf({ limit: 3 })).nextCursor]).toEqual([3, null, null]);
    for (const cursor of ['-1', 'x', '0.5'])
      expect((await pageOf({ limit: 2, cursor })).items).toHaveLength(2);
    const late = (await rowsOf(client, schemaId)).find((row) => row.knowledgeBaseImportId === added);
    expect(late?.cells.map(({ state: each }) => each).sort()).toEqual(['FOUND', 'FOUND', 'NOT_FOUND']);
    expect(ids).not.toContain(added);
  });

  it('keep the values that users entered, marked, and read only a changed or added column', {
    tags: ['SCHEMA-08', 'SCHEMA-09'],
  }, async () => {
    const { id, ids } = await baseOf(client, texts(1));
    const { schemaId, columns } = await schemaOf(client, id);
    await run(client, schemaId, { modelId });
    const [importId = ''] = ids;
    const columnId = columns[1]?.columnId ?? '';
    const params = { schemaId };
    const wrong = await client.send(endpoints.setCell, {
      params,
      body: { knowledgeBaseImportId: importId, columnId, value: 'much' },
    });
    expect([wrong.status, wrong.body.code]).toEqual([400, 'schemas.value_invalid']);
    await client.call(endpoints.setCell, {
      params,
      body: { knowledgeBaseImportId: importId, columnId, value: '1.234,50 €' },
    });
    const all = await run(client, schemaId, { modelId, scope: 'ALL' });
    expect(all.status).toBe('COMPLETED');
    const [row] = await rowsOf(client, schemaId);
    expect(row?.cells.find((cell) => cell.columnId === columnId)).toMatchObject({
      value: 1234.5,
      state: 'EDITED',
      reader: 'HAND',
    });

    const column = { name: 'Currency', type: 'CHOICE' as const, choices: ['EUR', 'USD'] };
    const grown = await client.call(endpoints.addColumn, { body: { schemaId, column } });
    expect(grown).toMatchObject({ status: 'PENDING', documents: { pending: 1 } });
    const added = grown.columns[3]?.columnId ?? '';
    await run(client, schemaId, { modelId, columnIds: [added] });
    expect(model.asked.at(-1)?.split('\n\n')[0]).toBe('Columns:\n1. Currency (CHOICE: EUR | USD)');
    await client.call(endpoints.changeColumn, {
      params: { schemaId, columnId: added },
      body: { ...column, instruction: 'As a code' },
    });
    await run(client, schemaId, { modelId });
    expect(model.asked.at(-1)?.split('\n\n')[0]).toContain('1. Currency (CHOICE: EUR | USD) – As a code');
    const change = (body: object) =>
      client.send(endpoints.changeColumn, {
        params: { schemaId, columnId: added },
        body: { ...column, instruction: 'As a code', ...body },
      });
    const same = await change({});
    expect(same.body.responseData).toMatchObject({ status: 'COMPLETED', documents: { pending: 0 } });
    expect(same.body.responseData?.columns.map(({ revision }) => revision)).toEqual([2, 2, 2, 2]);
    expect((await change({ revision: 1 })).body.code).toBe('schemas.column_changed_meanwhile');
    const byHand = { knowledgeBaseImportId: importId, columnId: added, value: 'USD' };
    await client.call(endpoints.setCell, { params, body: byHand });
    await change({ type: 'TEXT', choices: [] });
    const [typed] = await rowsOf(client, schemaId);
    expect(typed?.cells.some((cell) => cell.columnId === added)).toBe(false);
    await client.call(endpoints.removeColumn, { params: { schemaId, columnId: added } });

    await client.call(endpoints.resetCell, { params, query: { knowledgeBaseImportId: importId, columnId } });
    await run(client, schemaId, { modelId });
    const [again] = await rowsOf(client, schemaId);
    expect(again?.cells.find((cell) => cell.columnId === columnId)).toMatchObject({
      value: 1000,
      state: 'FOUND',
    });
  });

  it('mark what the quote does not prove, repair wrong JSON once, and end as ERRORED where a document failed', {
    tags: ['SCHEMA-02'],
  }, async () => {
    const { id } = await baseOf(client, {
      'clumsy.md': 'CLUMSY. Supplier is Slow Ltd. Total is 3.',
      'forged.md': 'FORGED. Supplier is Liar Ltd. Total is 7.',
      'hopeless.md': 'HOPELESS. Supplier is Nobody.',
      'typed.md': 'Supplier is Vague Ltd. Total is a lot.',
    });
    const { schemaId } = await schemaOf(client, id, [
      { name: 'Supplier' },
      { name: 'Total', type: 'NUMBER' },
    ]);
    const state = await run(client, schemaId, { modelId });
    expect(state).toMatchObject({
      status: 'ERRORED',
      cause: null,
      documents: { total: 4, pending: 0, failed: 2 },
    });
    const [clumsy, forged, hopeless, typed] = await rowsOf(client, schemaId);
    expect(clumsy?.cells.map((cell) => cell.state)).toEqual(['FOUND', 'FOUND']);
    expect(forged?.cells.map((cell) => [cell.state, cell.source])).toEqual([
      ['UNVERIFIED', null],
      ['UNVERIFIED', null],
    ]);
    expect(hopeless?.cells[0]).toMatchObject({
      state: 'FAILED',
      cause: "The model's answer could not be read: it holds no complete JSON object.",
    });
    expect(typed?.cells.map((cell) => cell.state).sort()).toEqual(['FAILED', 'FOUND']);
    expect((await rowsOf(client, schemaId, { state: 'UNVERIFIED' })).map((row) => row.documentName)).toEqual([
      'forged.md',
    ]);
    expect((await rowsOf(client, schemaId, { search: 'Slow' })).map((row) => row.documentName)).toEqual([
      'clumsy.md',
    ]);
    const total = state.columns[1]?.columnId ?? '';
    const byTotal = await rowsOf(client, schemaId, { sort: total, order: 'desc', limit: 2 });
    expect(byTotal.map((row) => row.documentName)).toEqual(['forged.md', 'clumsy.md']);
  });

  it('stop before they pass the budget and continue with a higher one; can be stopped by hand', {
    tags: ['IMPORT-15'],
  }, async () => {
    const { id } = await baseOf(client, texts(6));
    const { schemaId } = await schemaOf(client, id);
    const before = model.asked.length;
    const stopped = await run(client, schemaId, { modelId, budgetCredits: 6 });
    expect(stopped).toMatchObject({ status: 'PENDING', stopped: 'BUDGET' });
    expect(stopped.runCredits).toBeLessThanOrEqual(6);
    expect(stopped.documents.pending).toBeGreaterThan(0);
    expect(stopped.documents.pending).toBeLessThan(6);
    model.stopAfter(1);
    await client.call(endpoints.run, { body: { schemaId, modelId } });
    const twice = await client.send(endpoints.run, { body: { schemaId, modelId } });
    expect([twice.status, twice.body.code]).toEqual([409, 'schemas.running']);
    const column = { name: 'Late' };
    const grown = await client.send(endpoints.addColumn, { body: { schemaId, column } });
    expect([grown.status, grown.body.code]).toEqual([409, 'schemas.running']);
    await client.call(endpoints.cancel, { params: { schemaId } });
    expect(await ended(client, schemaId)).toMatchObject({ status: 'PENDING', stopped: 'CANCELLED' });
    const idle = await client.send(endpoints.cancel, { params: { schemaId } });
    expect([idle.status, idle.body.code]).toEqual([409, 'schemas.not_running']);
    model.goOn();
    const whole = await run(client, schemaId, { modelId });
    expect(whole).toMatchObject({ status: 'COMPLETED', documents: { total: 6, pending: 0 } });
    // What was stopped and continued counts as one.
    expect(whole.runCredits).toBe(whole.spentCredits);
    const anew = await run(client, schemaId, { modelId, scope: 'ALL' });
    expect(anew.runCredits).toBeCloseTo(anew.spentCredits - whole.spentCredits, 6);
    expect(anew.runCredits).toBeGreaterThan(0);
    // Only the requests in progress at the stop are made again.
    expect(model.asked.length - before).toBeLessThanOrEqual(6 + 3 + 6);
  });

  it('are RUNNING while they are read, and FAILED with the cause when the model has gone', {
    tags: ['SCHEMA-02', 'IMPORT-15'],
  }, async () => {
    const { id } = await baseOf(client, texts(1));
    const { schemaId } = await schemaOf(client, id);
    const read = () => client.call(endpoints.get, { params: { schemaId } });
    model.stopAfter(0);
    await client.call(endpoints.run, { body: { schemaId, modelId } });
    const running = await eventually(async () => {
      const state = await read();
      return state.status === 'RUNNING' && state;
    });
    expect(running.abilities).toMatchObject({ canRun: false, canStop: true });
    model.goOn();
    expect((await ended(client, schemaId)).status).toBe('COMPLETED');
    await server.contextOf(tenantId).tx(async (tx) => {
      const input = { modelId: 'prv_gone/gpt-4o-mini' };
      const runId = await orderRun(tx, schemaRunType, { subjectId: schemaId, scopeId: id, input });
      await schemaRepository.update(tx.db, schemaId, { runId });
    });
    expect(await ended(client, schemaId)).toMatchObject({
      status: 'FAILED',
      stopped: null,
      cause: { code: 'schemas.model_not_found' },
    });
  });

  it('do not ask again for what could not be read once the budget is too small for it', async () => {
    const { id, ids } = await baseOf(client, { 'clumsy.md': 'CLUMSY. Supplier is Slow Ltd.' });
    const { schemaId, columns } = await schemaOf(client, id, [{ name: 'Supplier' }]);
    const ctx = server.contextOf(tenantId);
    const chunks = await ctx.tx((tx) => cellRepository.listChunks(tx.db, ids[0] ?? ''));
    const most = computeMaxCost(await resolveChatModel(ctx, modelId), readingRequest(columns, chunks));
    const budgetCredits = toCredits(most);
    const calls = () => model.requests.filter(({ path }) => path.endsWith('/chat/completions')).length;
    const before = calls();
    const poor = await run(client, schemaId, { modelId, budgetCredits });
    expect(calls()).toBe(before + 1);
    expect(poor.runCredits).toBeLessThanOrEqual(budgetCredits);
    expect((await rowsOf(client, schemaId))[0]?.cells[0]).toMatchObject({
      state: 'FAILED',
      cause: expect.stringContaining('The budget was too small to ask again.'),
    });
    await run(client, schemaId, { modelId });
    expect((await rowsOf(client, schemaId))[0]?.cells[0]).toMatchObject({
      state: 'FOUND',
      value: 'Slow Ltd',
    });
  });

  it('are read again in one column alone, and say what that costs', { tags: ['SCHEMA-07'] }, async () => {
    const { id } = await baseOf(client, texts(2));
    const { schemaId, columns } = await schemaOf(client, id);
    await run(client, schemaId, { modelId });
    const [supplier] = columns;
    const columnId = supplier?.columnId ?? '';
    const estimate = (more: object) =>
      client.call(endpoints.estimate, { params: { schemaId }, query: { modelId, scope: 'ALL', ...more } });
    const [one, all] = [await estimate({ columnId }), await estimate({})];
    expect(one.documents).toBe(2);
    expect(one.credits).toBeLessThan(all.credits);
    const before = model.asked.length;
    await run(client, schemaId, { modelId, scope: 'ALL', columnIds: [columnId] });
    const heads = model.asked.slice(before).map((text) => text.split('\n\n')[0]);
    expect(heads).toEqual(Array(2).fill('Columns:\n1. Supplier (TEXT) – Who sent it'));
    const query = { columnId: 'col_unknown' };
    const unknown = await client.send(endpoints.estimate, { params: { schemaId }, query });
    expect([unknown.status, unknown.body.code]).toEqual([404, 'schemas.column_not_found']);
  });

  it('read labelled lines without a model and say so; a model reads them again', async () => {
    const { id } = await baseOf(client, {
      'a.md': 'Supplier: Acme & Sons\nTotal: 1.299,00 EUR\nDue: 03.04.2026\n\nSupplier is Acme.',
    });
    const { schemaId } = await schemaOf(client, id);
    const state = await run(client, schemaId);
    expect(state).toMatchObject({ status: 'COMPLETED', modelId: null, spentCredits: 0 });
    const [row] = await rowsOf(client, schemaId);
    expect(row?.cells.map(({ value, reader }) => [reader, value])).toEqual(
      expect.arrayContaining([
        ['RULES', 'Acme & Sons'],
        ['RULES', 1299],
        ['RULES', '2026-04-03'],
      ]),
    );
    await run(client, schemaId, { modelId });
    const [read] = await rowsOf(client, schemaId);
    expect(new Set(read?.cells.map(({ reader }) => reader))).toEqual(new Set(['MODEL']));
  });

  it('are exported as CSV and XLSX in which nothing is a formula', async () => {
    const { id } = await baseOf(client, { 'a.md': 'Supplier: =HYPERLINK("http://evil.example")\nTotal: 12' });
    const { schemaId, columns } = await schemaOf(client, id, [...invoice, { name: 'Tags', type: 'LIST' }]);
    await run(client, schemaId);
    const [row] = await rowsOf(client, schemaId);
    await client.call(endpoints.setCell, {
      params: { schemaId },
      body: {
        knowledgeBaseImportId: row?.knowledgeBaseImportId ?? '',
        columnId: columns[3]?.columnId ?? '',
        value: ['new', 'paid'],
      },
    });
    const address = `/api/content/v2/information-schema/${schemaId}/export`;
    const exported = await client.fetch(`${address}?format=csv`);
    expect(exported.headers.get('content-disposition')).toMatch(
      /^attachment; filename="Invoices-[\w-]+\.csv"$/,
    );
    const csv = await exported.text();
    expect(csv.split('\r\n')[0]).toContain(
      '"Document","Supplier","Supplier (state)","Supplier (source)","Total",',
    );
    expect(csv.split('\r\n')[1]).toMatch(/,"","NOT_FOUND","","new; paid","EDITED",""$/);
    expect(csv.split('\r\n')[1]).toContain(`"a.md","'=HYPERLINK(""http://evil.example"")","FOUND"`);
    const book = new exceljs.Workbook();
    const bytes = await (await client.fetch(`${address}?format=xlsx`)).arrayBuffer();
    await book.xlsx.load(bytes);
    const cells = book.worksheets[0]?.getRow(2);
    expect(cells?.getCell(2).value).toBe(`'=HYPERLINK("http://evil.example")`);
    expect(cells?.getCell(5).value).toBe(12);
  });

  it('are exported whole, also with more documents than a page has', async () => {
    const names = Array.from({ length: 101 }, (_each, at) => `${String(at).padStart(3, '0')}.md`);
    const { id } = await baseOf(client, Object.fromEntries(names.map((name) => [name, `Total: ${name}`])));
    const { schemaId } = await schemaOf(client, id);
    const address = `/api/content/v2/information-schema/${schemaId}/export?format=csv`;
    const [, ...lines] = (await (await client.fetch(address)).text()).trimEnd().split('\r\n');
    expect(lines.map((line) => line.slice(1, 7))).toEqual(names);
  });

  it('refuse what makes no sense, each with what to do next', { tags: ['SCHEMA-08'] }, async () => {
    const { id, ids } = await baseOf(client, { 'a.md': 'Some words.' });
    const { schemaId, columns } = await schemaOf(client, id, [{ name: 'Only' }]);
    const twin = await client.send(endpoints.addColumn, { body: { schemaId, column: { name: 'only' } } });
    expect(twin.body.code).toBe('schemas.column_name_taken');
    const many = Array.from({ length: 30 }, (_each, at) => ({ name: `C${at}` }));
    const wide = await schemaOf(client, id, many);
    const body = { schemaId: wide.schemaId, column: { name: 'One more' } };
    expect((await client.send(endpoints.addColumn, { body })).body.code).toBe('schemas.too_many_columns');
    const columnId = columns[0]?.columnId ?? '';
    const last = await client.send(endpoints.removeColumn, { params: { schemaId, columnId } });
    expect(last.body.code).toBe('schemas.last_column');
    const gone = await client.send(endpoints.removeColumn, { params: { schemaId, columnId: 'col_none' } });
    expect(gone.body.code).toBe('schemas.column_not_found');
    const cell = { knowledgeBaseImportId: 'imp_none', columnId, value: 'x' };
    const lost = await client.send(endpoints.setCell, { params: { schemaId }, body: cell });
    expect(lost.body.code).toBe('schemas.document_not_found');
    const both = { schemaId, columnIds: [columnId, 'col_none'] };
    const half = await client.send(endpoints.run, { body: both });
    expect(half.body.code).toBe('schemas.column_not_found');
    const none = await client.send(endpoints.run, { body: { schemaId, modelId: 'prv_none/x' } });
    expect(none.body.code).toBe('schemas.model_not_found');
    const query = { modelId: 'prv_none/x' };
    const unpriced = await client.send(endpoints.estimate, { params: { schemaId }, query });
    expect(unpriced.body.code).toBe('schemas.model_not_found');
    await run(client, schemaId);
    await client.call(endpoints.remove, { params: { schemaId } });
    expect(await server.sql('select 1 from runs where subject_id = $1', [schemaId])).toEqual([]);
    expect(ids).toHaveLength(1);
  });
});
