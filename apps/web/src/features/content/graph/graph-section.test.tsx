import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { ada } from '../../../../tests/builder-server.ts';
import { open, withBuilderServer } from '../../../../tests/open-app.tsx';
import { baseReply, importsReply } from '../../../../tests/source-replies.ts';

const server = withBuilderServer();
const root = '/api/content/knowledge-base/kb_1';
const moment = '2026-03-01T00:00:00.000Z';

const base = { ...baseReply, abilities: {} };

const state = (change: object = {}) => ({
  status: 'NONE',
  modelId: null,
  models: [
    { modelId: 'prv_1/gpt-4o-mini', name: 'gpt-4o-mini (Own)' },
    { modelId: 'prv_1/gpt-4o', name: 'gpt-4o (Own)' },
  ],
  stage: null,
  progress: 0,
  cause: null,
  note: null,
  chunks: { total: 3, done: 0, failed: 0, pending: 3 },
  failures: [],
  spentCredits: 0,
  buildCredits: 0,
  budgetCredits: null,
  counts: { entities: 0, relations: 0, communities: 0 },
  builtAt: null,
  abilities: { canBuild: true, canStop: false, canCorrect: true },
  ...change,
});

const ready = state({
  status: 'READY',
  modelId: 'prv_1/gpt-4o-mini',
  chunks: { total: 3, done: 3, failed: 0, pending: 0 },
  counts: { entities: 2, relations: 1, communities: 1 },
  builtAt: moment,
});

const node = (entityId: string, name: string, type: string) => ({
  entityId,
  name,
  type,
  mentions: 2,
  degree: 1,
  community: 0,
});
const lovelace = node('ent_1', 'Ada Lovelace', 'PERSON');
const engine = node('ent_2', 'Analytical Engine', 'PRODUCT');
const edge = {
  relationId: 'rel_1',
  sourceId: 'ent_1',
  targetId: 'ent_2',
  description: 'She programmed it.',
  weight: 1,
};
const source = {
  chunkId: 'chk_1',
  knowledgeBaseImportId: 'imp_1',
  documentName: 'history.md',
  quote: 'Ada Lovelace programmed it.',
  start: 0,
  end: 12,
};

const reply = (data: unknown) => ({ data });
const put = (name: string, data: unknown) => {
  server.current.state.replies[name] = reply(data);
};
const sent = (method: string, path: string) =>
  server.current.seen.filter((each) => each.method === method && each.url.split('?')[0] === path);

beforeEach(() => {
  server.current.state.user = ada;
  put(`GET ${root}`, base);
  put(`GET ${root}/graph`, state());
  put(`GET ${root}/graph/estimate`, {
    chunks: 3,
    known: 0,
    inputTokens: 900,
    outputTokens: 600,
    credits: 4,
    seconds: 45,
  });
  put(`GET ${root}/graph/view`, {
    nodes: [lovelace, engine],
    edges: [edge],
    types: [
      { type: 'PERSON', entities: 1 },
      { type: 'PRODUCT', entities: 1 },
    ],
    total: 2,
  });
  put(`GET ${root}/graph/entities`, { items: [lovelace, engine], nextCursor: null, total: 2 });
  put(`GET ${root}/graph/entities/ent_1`, {
    ...lovelace,
    description: 'She wrote the first program.',
    aliases: ['Ada Lovelace', 'Lady Lovelace'],
    relations: [{ ...edge, other: engine }],
    sources: [source],
    communityTitle: 'Pioneers',
    edits: [{ editId: 'ged_1', kind: 'MERGE', names: ['Ada Lovelace', 'Lady Lovelace'], createdAt: moment }],
    abilities: { canCorrect: true },
  });
  server.current.state.replies['GET /api/import/knowledge-base/kb_1/imports'] = importsReply();
});

const openGraph = () => open('/knowledge-base/kb_1/graph');

describe('before a graph is built', () => {
  it('offers the models that can read it, says what it costs, and builds within a budget', {
    tags: ['GRAPH-05'],
  }, async () => {
    openGraph();
    const model = await screen.findByLabelText('Model');
    expect([...model.querySelectorAll('option')].map((option) => option.textContent)).toEqual([
      'gpt-4o-mini (Own)',
      'gpt-4o (Own)',
    ]);
    await screen.findByText('4 credits');
    expect(screen.getByText(/about 45 seconds/)).toBeTruthy();
    const budget = await screen.findByLabelText('Budget in credits');
    expect(budget).toHaveProperty('value', '7');
    put(`POST ${root}/graph`, state({ status: 'QUEUED' }));
    await userEvent.click(screen.getByRole('button', { name: 'Build graph' }));
    await expect.poll(() => sent('POST', `${root}/graph`)[0]?.body).toContain('"budgetCredits":7');
  });

  it('leads to the models where none can read it', { tags: ['GRAPH-05'] }, async () => {
    put(`GET ${root}/graph`, state({ models: [] }));
    openGraph();
    await screen.findByText(/read by a chat model/);
    const link = screen.getByRole('link', { name: 'Add a model provider' });
    expect(link.getAttribute('href')).toBe('/models');
  });

  it('asks for documents first where there are none', async () => {
    put(`GET ${root}/graph`, state({ chunks: { total: 0, done: 0, failed: 0, pending: 0 } }));
    openGraph();
    await screen.findByText('Import documents first');
    expect(screen.queryByRole('button', { name: 'Build graph' })).toBeNull();
  });
});

describe('while a graph is built and after a stop', () => {
  it('shows how far it is and what it has cost, and stops', async () => {
    const building = state({
      status: 'RUNNING',
      stage: 'Reading chunk 2 of 3',
      progress: 0.4,
      chunks: { total: 3, done: 1, failed: 1, pending: 1 },
      buildCredits: 1.5,
      budgetCredits: 7,
      abilities: { canBuild: false, canStop: true, canCorrect: true },
    });
    put(`GET ${root}/graph`, building);
    put(`POST ${root}/graph/cancel`, building);
    openGraph();
    await screen.findByRole('progressbar', { name: 'Reading chunk 2 of 3' });
    for (const text of ['1 of 3', '1 failed', '1.5', 'of 7']) expect(screen.getByText(text)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Stop' }));
    await expect.poll(() => sent('POST', `${root}/graph/cancel`)).toHaveLength(1);
  });

  it('says why it stopped, and continues with a higher budget', async () => {
    put(
      `GET ${root}/graph`,
      state({
        status: 'STOPPED',
        note: 'Stopped by the budget. Raise it to go on where it stopped.',
        buildCredits: 6.5,
        chunks: { total: 3, done: 2, failed: 0, pending: 1 },
        failures: [{ message: 'It could not be read.', chunks: 1 }],
      }),
    );
    openGraph();
    await screen.findByText('Stopped by the budget. Raise it to go on where it stopped.');
    expect(screen.getByText('1 chunk: It could not be read.')).toBeTruthy();
    await screen.findByText('6.5 are spent. Empty: no limit.');
    expect(screen.getByRole('button', { name: 'Go on' })).toBeTruthy();
  });
});

describe('a graph that was built', () => {
  beforeEach(() => {
    put(`GET ${root}/graph`, ready);
  });

  it('can be walked by keyboard: from the list to an entity, its relations and the words of its sources', async () => {
    openGraph();
    const list = await screen.findByRole('region', { name: 'Entities' });
    const entity = await within(list).findByRole('button', { name: /Ada Lovelace/ });
    entity.focus();
    await userEvent.keyboard('{Enter}');
    const panel = await screen.findByRole('dialog');
    await within(panel).findByText('She wrote the first program.');
    expect(within(panel).getByText('Lady Lovelace', { selector: 'strong' })).toBeTruthy();
    expect(within(panel).getByText('Ada Lovelace programmed it.')).toBeTruthy();
    expect(within(panel).getByRole('button', { name: 'history.md' })).toBeTruthy();
    expect(within(panel).getByRole('button', { name: 'Analytical Engine' })).toBeTruthy();
    await userEvent.click(within(panel).getByRole('button', { name: 'Show neighbours' }));
    await screen.findByText('An entity with its neighbours');
    await expect.poll(() => sent('GET', `${root}/graph/view`).at(-1)?.url).toContain('around=ent_1');
  });

  it('is corrected by hand: names are split off', async () => {
    const lady = {
      ...engine,
      name: 'Lady Lovelace',
      description: 'A lady.',
      aliases: ['Lady Lovelace'],
      relations: [],
      sources: [],
      communityTitle: null,
      edits: [],
      abilities: {},
    };
    put(`POST ${root}/graph/entities/ent_1/split`, lady);
    put(`GET ${root}/graph/entities/ent_2`, lady);
    open('/knowledge-base/kb_1/graph?entity=ent_1');
    const panel = await screen.findByRole('dialog');
    await userEvent.click(await within(panel).findByLabelText('Lady Lovelace'));
    await userEvent.click(within(panel).getByRole('button', { name: 'Split off' }));
    await expect
      .poll(() => sent('POST', `${root}/graph/entities/ent_1/split`)[0]?.body)
      .toContain('Lady Lovelace');
    // The panel then shows the entity that was split off.
    await screen.findByText('A lady.');
  });

  it('takes a correction back', async () => {
    put(`DELETE ${root}/graph/edits/ged_1`, {
      editId: 'ged_1',
      kind: 'MERGE',
      names: [],
      createdAt: moment,
    });
    open('/knowledge-base/kb_1/graph?entity=ent_1');
    const panel = await screen.findByRole('dialog');
    await within(panel).findByText('Merged: Ada Lovelace, Lady Lovelace');
    await userEvent.click(within(panel).getByRole('button', { name: 'Undo' }));
    await expect.poll(() => sent('DELETE', `${root}/graph/edits/ged_1`)).toHaveLength(1);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('says that it cannot be drawn where there is no WebGL, and shows which colour is which type', async () => {
    openGraph();
    await screen.findByText(/This browser cannot draw the graph/);
    const legend = screen.getByRole('list', { name: 'Types' });
    expect(
      within(legend)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['Person 1', 'Product 1']);
  });

  it('is asked in the modes native, local, global, hybrid and mix; native sends NAIVE_MODE', {
    tags: ['GRAPH-03', 'GRAPH-04'],
  }, async () => {
    put('POST /api/query-engine/graph-search', {
      mode: 'NAIVE_MODE',
      results: [],
      graph: { entities: [], relations: [], communities: [] },
      note: 'Nothing of the graph was used.',
    });
    openGraph();
    const mode = await screen.findByLabelText('Mode');
    expect([...mode.querySelectorAll('option')].map((option) => option.textContent)).toEqual([
      'native',
      'local',
      'global',
      'hybrid',
      'mix',
    ]);
    await userEvent.type(screen.getByLabelText('Question'), 'Who was she?');
    await userEvent.selectOptions(mode, 'native');
    await userEvent.click(screen.getByRole('button', { name: 'Ask' }));
    await screen.findByText('Nothing of the graph was used.');
    expect(sent('POST', '/api/query-engine/graph-search')[0]?.body).toContain('"mode":"NAIVE_MODE"');
  });
});
