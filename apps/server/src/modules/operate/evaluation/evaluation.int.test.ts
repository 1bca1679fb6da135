import { apps } from '@atelier/contracts/assistants/apps';
import { chat } from '@atelier/contracts/assistants/chat/chat';
import { history } from '@atelier/contracts/assistants/chat/history';
import { documentImports } from '@atelier/contracts/content/documents/document-imports';
import { audit } from '@atelier/contracts/operate/audit';
import { evaluation } from '@atelier/contracts/operate/evaluation/evaluation';
import { onboarding } from '@atelier/contracts/operate/onboarding/onboarding';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../tests/client.ts';
import { startTestServer, type TestServer } from '../../../../tests/harness.ts';
import { importTexts, newKnowledgeBase, settled } from '../../../../tests/knowledge.ts';

const { endpoints } = evaluation;
const leave = { question: 'How many days of paid leave?', correctAnswer: '25 days of paid leave per year' };
const notice = { question: 'How long is the notice period?', correctAnswer: 'Three months' };
const coffee = { question: 'What does a coffee cost?', correctAnswer: 'A coffee costs 1.20 euros' };

const texts = {
  'leave.md': '# Leave\n\nEmployees get 25 days of paid leave per year.\n',
  'notice.md': '# Notice\n\nThe notice period is three months.\n',
  'coffee.md': '# Coffee\n\nA coffee costs 1.20 euros.\n',
};

describe('test questions', () => {
  let server: TestServer;
  let owner: Client;
  beforeAll(async () => {
    server = await startTestServer();
    owner = (await server.signUp()).client;
  });
  afterAll(() => server.close());

  const newApp = async (by = owner) => {
    const knowledgeBaseId = await newKnowledgeBase(by);
    const imports = await importTexts(by, knowledgeBaseId, texts);
    await settled(
      by,
      imports.map((each) => each.knowledgeBaseImportId),
    );
    const name = `App ${crypto.randomUUID()}`;
    const app = await by.call(apps.endpoints.create, {
      body: { name, access: 'PUBLIC', knowledgeBaseIds: [knowledgeBaseId] },
    });
    return { appId: app.appId, imports };
  };
  const add = (appId: string, questions = [leave, notice, coffee], by = owner) =>
    by.call(endpoints.add, { body: { appId, questions } });
  const ended = async (performanceTestId: string, by = owner) => {
    await expect
      .poll(
        async () => (await by.call(endpoints.test, { params: { performanceTestId }, query: {} })).status,
        { timeout: 30_000 },
      )
      .toMatch(/COMPLETED|FAILED|CANCELLED/);
    return by.call(endpoints.test, { params: { performanceTestId }, query: {} });
  };
  const run = async (body: Parameters<typeof owner.call<typeof endpoints.run>>[1]['body'], by = owner) => {
    const { performanceTestId } = await by.call(endpoints.run, { body });
    return ended(performanceTestId, by);
  };
  const accuracies = async (appId: string) => {
    const { items, accuracy } = await owner.call(endpoints.list, {
      query: { appId, sort: 'question', order: 'asc' },
    });
    return { each: items.map((item) => item.accuracy), accuracy, items };
  };

  it('are added, more than three of them, changed and deleted', {
    tags: ['TESTQ-03', 'TESTQ-10', 'TESTQ-11'],
  }, async () => {
    const { appId } = await newApp();
    await add(appId, [leave, notice, coffee, { question: 'Who is the chair?', correctAnswer: 'Ada' }]);
    const { items } = await accuracies(appId);
    expect(items).toHaveLength(4);
    const chair = items.find(({ question }) => question === 'Who is the chair?');
    const id = chair?.botPerformanceId ?? '';
    const changed = await owner.call(endpoints.change, { params: { id }, body: { correctAnswer: 'Grace' } });
    expect(changed).toMatchObject({ question: 'Who is the chair?', correctAnswer: 'Grace' });
    const expectedCalls = [{ tool: 'calculate', rule: 'CALLED' as const }];
    const renamed = await owner.call(endpoints.change, {
      params: { id },
      body: { question: 'Who chairs?', expectedCalls },
    });
    expect(renamed).toMatchObject({
      question: 'Who chairs?',
      correctAnswer: 'Grace',
      expectedCalls: [{ tool: 'calculate' }],
    });
    const late = { params: { id }, body: { correctAnswer: 'Ada', revision: 1 } };
    expect((await owner.send(endpoints.change, late)).body.code).toBe(
      'evaluation.question_changed_meanwhile',
    );
    const kept = await owner.call(endpoints.change, { params: { id }, body: { correctAnswer: 'Grace H.' } });
    expect(kept).toMatchObject({ question: 'Who chairs?', expectedCalls: [{ tool: 'calculate' }] });
    const { client: stranger } = await server.signUp();
    const foreign = await stranger.send(endpoints.change, { params: { id }, body: { correctAnswer: 'Eve' } });
    expect(foreign.body.code).toBe('evaluation.question_not_found');
    expect(await owner.call(endpoints.remove, { params: { id }, query: {} })).toEqual({ done: true });
    const { items: audited } = await owner.call(audit.endpoints.list, { query: { action: 'evaluation.*' } });
    const said = audited.flatMap(({ action, subjectId, details }) =>
      [appId, id].includes(subjectId) ? [[action, subjectId, details]] : [],
    );
    expect(said.toReversed()).toEqual([
      ['evaluation.questions_added', appId, { questions: 4 }],
      ['evaluation.question_changed', id, {}],
      ['evaluation.question_changed', id, {}],
      ['evaluation.question_changed', id, {}],
      ['evaluation.question_removed', id, { subjectId: appId }],
    ]);
    expect((await accuracies(appId)).items).toHaveLength(3);
    const gone = await owner.send(endpoints.change, { params: { id }, body: { question: 'Who?' } });
    expect([gone.status, gone.body.code]).toEqual([404, 'evaluation.question_not_found']);
  });

  it('are at least one, and none to run is refused with the documented message', {
    tags: ['TESTQ-02', 'TESTQ-04', 'CONST-11'],
  }, async () => {
    const { appId } = await newApp();
    const none = await owner.send(endpoints.add, { body: { appId, questions: [] } });
    expect(none.status).toBe(400);
    expect(JSON.stringify(none.body)).toContain('Please add test questions');
    const refused = await owner.send(endpoints.run, { body: { appId } });
    expect([refused.status, refused.body.message]).toEqual([400, 'Please add test questions']);
    expect((await add(appId, [leave])).items).toHaveLength(1);
  });

  it('are at most 200 of an app', async () => {
    const { appId } = await owner.call(apps.endpoints.create, { body: { name: 'Many', access: 'PUBLIC' } });
    const many = (count: number) =>
      Array.from({ length: count }, (_none, at) => ({ ...leave, question: `Question ${at} of ${count}?` }));
    await add(appId, many(100));
    expect((await add(appId, many(99))).items).toHaveLength(99);
    const more = await owner.send(endpoints.add, { body: { appId, questions: [leave, notice] } });
    expect(more.body.code).toBe('evaluation.too_many_questions');
    expect((await add(appId, [leave])).items).toHaveLength(1);
    const last = await owner.send(endpoints.add, { body: { appId, questions: [notice] } });
    expect(last.body.code).toBe('evaluation.too_many_questions');
  });

  it('and their tests and gate belong to those who may change the app', async () => {
    const { appId } = await owner.call(apps.endpoints.create, { body: { name: 'Ours', access: 'PUBLIC' } });
    await add(appId, [leave]);
    const { performanceTestId } = await run({ appId });
    const { client: stranger } = await server.signUp();
    const gate = { appId, enabled: false };
    for (const reply of [
      await stranger.send(endpoints.list, { query: { appId } }),
      await stranger.send(endpoints.add, { body: { appId, questions: [leave] } }),
      await stranger.send(endpoints.run, { body: { appId } }),
      await stranger.send(endpoints.tests, { query: { appId } }),
      await stranger.send(endpoints.gate, { query: { appId } }),
      await stranger.send(endpoints.changeGate, { body: gate }),
    ])
      expect(reply.body.code).toBe('apps.not_found');
    const place = { params: { performanceTestId } };
    for (const reply of [
      await stranger.send(endpoints.test, { ...place, query: {} }),
      await stranger.send(endpoints.cancel, { ...place, body: {} }),
    ])
      expect(reply.body.code).toBe('evaluation.test_not_found');
    expect(await owner.call(endpoints.gate, { query: { appId } })).toMatchObject({ enabled: true });
    const unknown = await owner.send(endpoints.run, { body: { appId, version: 9 } });
    expect(unknown.body.success).toBe(false);
    const beside = await owner.send(endpoints.run, { body: { appId, against: 9 } });
    expect(beside.body.code).toBe(unknown.body.code);
    const elsewhere = await owner.send(endpoints.run, { body: { appId, draftOf: 'flw_missing' } });
    expect(elsewhere.body.success).toBe(false);
  });

  it('get the answer of the bot and its accuracy when they are run, and no conversation', {
    tags: ['TESTQ-01', 'TESTQ-06', 'TESTQ-12'],
  }, async () => {
    const { appId } = await newApp();
    await add(appId);
    const test = await run({ appId });
    expect(test).toMatchObject({ status: 'COMPLETED', questions: 3, answered: 3, better: 0, worse: 0 });
    const { items, accuracy } = await accuracies(appId);
    for (const item of items) {
      expect(item.accuracy, item.question).toBeGreaterThan(60);
      expect(item.scoredBy).toBe('WORDS');
    }
    expect(items.map(({ botAnswer }) => botAnswer)).toEqual([
      expect.stringContaining('three months'),
      expect.stringContaining('25 days'),
      expect.stringContaining('1.20'),
    ]);
    expect(accuracy).toBe(test.accuracy);
    const asked = await owner.call(history.endpoints.queryHistory, { query: { appId } });
    expect(asked.items).toEqual([]);
  });

  it('show how well the apps of the company answer', {
    tags: ['TESTQ-07', 'TESTQ-08', 'TESTQ-09'],
  }, async () => {
    const { client } = await server.signUp('Grace Hopper');
    const { appId } = await newApp(client);
    expect(await client.call(endpoints.overview, { query: {} })).toEqual({ accuracy: null, apps: [] });
    await add(appId, [leave], client);
    const before = await client.call(endpoints.goldenApps, { query: {} });
    expect(before.apps).toMatchObject([{ appId, questions: 1, accuracy: null, testedAt: null }]);
    const { accuracy } = await run({ appId }, client);
    expect(accuracy).toBeGreaterThan(60);
    expect(await client.call(endpoints.overview, { query: {} })).toMatchObject({
      accuracy,
      apps: [{ appId, accuracy }],
    });
    const { appId: other } = await client.call(apps.endpoints.create, {
      body: { name: 'Knows nothing', access: 'PUBLIC' },
    });
    await add(other, [coffee], client);
    expect((await client.call(endpoints.overview, { query: {} })).accuracy).toBe(accuracy);
    const nothing = await run({ appId: other }, client);
    const both = await client.call(endpoints.overview, { query: {} });
    expect(both.accuracy).toBe(Math.round(((accuracy ?? 0) + (nothing.accuracy ?? 0)) / 2));
    expect(both.apps.map((each) => each.appId).toSorted()).toEqual([appId, other].toSorted());
    const list = await client.call(endpoints.list, { query: { appId } });
    expect(list).toMatchObject({ accuracy, total: 1, items: [{ accuracy }] });
  });

  it('set the flags of the onboarding', { tags: ['ONBOARD-12'] }, async () => {
    const { client } = await server.signUp('Barbara Liskov');
    const flags = async () => {
      const { app: _app, ...all } = await client.call(onboarding.endpoints.accountCompletion, {});
      return all;
    };
    const { appId } = await newApp(client);
    const made = {
      isKnowledgeBaseExist: true,
      isAppExist: true,
      isAppTested: false,
      isGoldenQuestionExist: false,
      isBotPerformanceExist: false,
    };
    expect(await flags()).toEqual(made);
    await add(appId, [leave], client);
    expect(await flags()).toEqual({ ...made, isGoldenQuestionExist: true });
    await run({ appId }, client);
    const measured = { ...made, isGoldenQuestionExist: true, isBotPerformanceExist: true };
    expect(await flags()).toEqual(measured);
    await client.call(chat.endpoints.query, { body: { appId, query: leave.question } });
    expect(await flags()).toEqual({ ...measured, isAppTested: true });
  });

  it('show a deleted document against the run before', async () => {
    const { appId, imports } = await newApp();
    await add(appId);
    await run({ appId });
    const gone = imports.find(({ name }) => name === 'notice.md');
    await owner.call(documentImports.endpoints.removeImports, {
      body: { ids: [gone?.knowledgeBaseImportId ?? ''] },
    });
    const test = await run({ appId });
    expect(test).toMatchObject({ worse: 1, better: 0, same: 2, against: { kind: 'LAST' } });
    expect(test.results.find(({ verdict }) => verdict === 'WORSE')?.question).toBe(notice.question);
  });

  it('compare two versions side by side, with both answers', async () => {
    const { appId } = await newApp();
    await owner.call(apps.endpoints.update, {
      body: { appId, retrieval: { mode: 'BM25', topK: 3 }, configuration: 'MANUAL' },
    });
    const { knowledgeBases } = await owner.call(apps.endpoints.get, { params: { id: appId }, query: {} });
    expect(knowledgeBases).toHaveLength(1);
    await owner.call(apps.endpoints.update, { body: { appId, knowledgeBaseIds: [] } });
    await add(appId, [leave]);
    const worse = await run({ appId, against: 2 });
    expect(worse).toMatchObject({
      of: { kind: 'VERSION', version: 3 },
      against: { kind: 'VERSION', version: 2 },
      worse: 1,
    });
    expect(worse.results[0]).toMatchObject({ accuracy: 0, verdict: 'WORSE' });
    expect(worse.results[0]?.before?.answer).toContain('25 days');
    const better = await run({ appId, version: 2, against: 3 });
    expect(better).toMatchObject({ better: 1, worse: 0 });
  });

  it('hold back settings that answer worse, until an owner overrides, and let better ones pass', async () => {
    const { appId } = await newApp();
    const gate = () => owner.call(endpoints.gate, { query: { appId } });
    expect(await gate()).toMatchObject({ enabled: false, replay: 5, questions: 0 });
    await add(appId);
    expect(await gate()).toMatchObject({ enabled: true, replay: 5, questions: 3 });
    const change = { knowledgeBaseIds: [] };
    const untested = await owner.send(apps.endpoints.update, { body: { appId, ...change } });
    expect([untested.status, untested.body.code]).toEqual([412, 'evaluation.gate_untested']);
    const draft = await run({ appId, settings: change });
    expect(draft).toMatchObject({ of: { kind: 'DRAFT' }, worse: 3, better: 0 });
    const worse = await owner.send(apps.endpoints.update, { body: { appId, ...change } });
    expect([worse.status, worse.body.code]).toEqual([412, 'evaluation.gate_worse']);
    const named = await owner.call(apps.endpoints.update, { body: { appId, welcomeMessage: 'Welcome!' } });
    expect(named.welcomeMessage, 'what no answer depends on is saved').toBe('Welcome!');
    const { knowledgeBases } = named;
    await owner.call(apps.endpoints.update, { body: { appId, ...change, overrideGate: true } });
    const [audited] = await server.sql<{ action: string }>(
      `select action from audit_log where subject_id = $1 and action = 'evaluation.gate_overridden'`,
      [appId],
    );
    expect(audited?.action).toBe('evaluation.gate_overridden');
    const back = { knowledgeBaseIds: knowledgeBases.map(({ knowledgeBaseId }) => knowledgeBaseId) };
    expect(await run({ appId, settings: back })).toMatchObject({ better: 3, worse: 0 });
    const saved = await owner.call(apps.endpoints.update, { body: { appId, ...back } });
    expect(saved.knowledgeBases).toHaveLength(1);
  });

  it('replay what visitors asked, and a question that is no longer answered is worse', async () => {
    const { appId } = await newApp();
    for (const query of [coffee.question, leave.question.toUpperCase()])
      await server.visitor().call(chat.endpoints.query, { body: { appId, query } });
    await add(appId, [leave]);
    const draft = await run({ appId, settings: { knowledgeBaseIds: [] } });
    expect(draft.results).toMatchObject([
      { question: leave.question, verdict: 'WORSE' },
      { question: coffee.question, correctAnswer: null, accuracy: null, verdict: 'WORSE' },
    ]);
  });

  it('count again for the gate after a question was changed, unless the gate is off', async () => {
    const { appId } = await newApp();
    await add(appId, [leave]);
    const change = { instructions: 'Answer in one sentence.' };
    expect(await run({ appId, settings: change })).toMatchObject({ worse: 0 });
    await add(appId, [coffee]);
    const untested = await owner.send(apps.endpoints.update, { body: { appId, ...change } });
    expect(untested.body.code).toBe('evaluation.gate_untested');
    await owner.call(endpoints.changeGate, { body: { appId, enabled: false, replay: 2 } });
    const { items } = await owner.call(audit.endpoints.list, {
      query: { action: 'evaluation.gate_changed' },
    });
    expect(items).toMatchObject([{ subjectId: appId, details: { enabled: false, replay: 2 } }]);
    expect(await owner.call(endpoints.gate, { query: { appId } })).toMatchObject({ replay: 2 });
    expect(await owner.call(endpoints.gate, { query: { appId } })).toMatchObject({ enabled: false });
    expect(await owner.call(apps.endpoints.update, { body: { appId, ...change } })).toMatchObject(change);
  });

  it('are run once at a time for an app, and a run can be cancelled', async () => {
    const { appId } = await newApp();
    const many = Array.from({ length: 60 }, (_none, at) => ({
      ...leave,
      question: `${leave.question} ${at}`,
    }));
    await add(appId, many);
    const { performanceTestId } = await owner.call(endpoints.run, { body: { appId } });
    const second = await owner.send(endpoints.run, { body: { appId } });
    expect([second.status, second.body.code]).toEqual([409, 'evaluation.running']);
    await owner.call(endpoints.cancel, { params: { performanceTestId }, body: {} });
    expect(await ended(performanceTestId)).toMatchObject({ status: 'CANCELLED' });
    const again = await owner.send(endpoints.cancel, { params: { performanceTestId }, body: {} });
    expect([again.status, again.body.code]).toEqual([409, 'evaluation.not_running']);
    const { items } = await owner.call(endpoints.tests, { query: { appId } });
    expect(items).toMatchObject([{ performanceTestId, status: 'CANCELLED' }]);
    const { items: audited } = await owner.call(audit.endpoints.list, { query: { search: appId } });
    expect(audited.map(({ action, details }) => [action, details])).toEqual(
      expect.arrayContaining([
        ['evaluation.test_cancelled', {}],
        ['evaluation.test_started', { version: 1, isDraft: false }],
      ]),
    );
  });
});
