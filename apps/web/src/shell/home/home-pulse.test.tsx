import { rolePermissions } from '@atelier/contracts/kernel/permissions';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { appReply } from '../../../tests/app-reply.ts';
import { ada } from '../../../tests/builder-server.ts';
import { open, withBuilderServer } from '../../../tests/open-app.tsx';
import { baseReply, pageReply } from '../../../tests/source-replies.ts';

const server = withBuilderServer();
const slow = { timeout: 20_000 };
const day = new Date().toISOString().slice(0, 10);
const figures = {
  ...{ asked: 10, answered: 7, unanswered: 3, blocked: 0, failed: 0, stopped: 0, likes: 0, dislikes: 0 },
  ...{
    cited: 6,
    sources: 12,
    credits: 4.5,
    inputTokens: 900,
    outputTokens: 100,
    medianMs: 1500,
    slowMs: 4000,
  },
};
const none = Object.fromEntries(Object.entries(figures).map(([name]) => [name, 0]));
const period = { from: day, to: day };
const dashboard = (totals: object) => ({
  data: { ...period, name: null, unit: 'DAY', totals, points: [{ ...totals, at: `${day}T00:00:00.000Z` }] },
});
const failed = {
  ...{
    runId: 'run_1',
    kind: 'knowledge.import',
    title: 'Import of a document',
    status: 'FAILED',
    stage: null,
  },
  ...{ progress: 0, subject: { name: 'fares.pdf', address: '/knowledge-base/kb_1/documents' }, note: null },
  cause: { code: 'x.y', message: 'The file is damaged.' },
  ...{ credits: 0, parentId: null, queuedAt: new Date().toISOString(), startedAt: null, endedAt: null },
};
const usage = {
  ...{ ...period, groupBy: 'day', series: [], groups: [] },
  totals: { credits: 12.5, records: 3, answers: 2, inputTokens: 1, outputTokens: 1 },
};
const topic = (title: string, appId: string) => ({
  ...{ title, questions: 2 },
  latest: [
    { queryId: `q_${title}`, question: `Who repairs ${title}?`, appId, askedAt: `${day}T09:00:00.000Z` },
  ],
});
const base = (knowledgeBaseId: string, name: string) => ({ knowledgeBaseId, name });

beforeEach(() => {
  server.current.state.user = { ...ada, permissions: [...rolePermissions.OWNER] };
  server.current.state.replies = {
    'GET /api/content/knowledge-bases': pageReply([baseReply]),
    'GET /api/monitoring/dashboard': dashboard(figures),
    'GET /api/monitoring/topics': {
      data: {
        ...{ ...period, questions: 6, isCutOff: false },
        topics: [
          topic('violins', 'app_1'),
          topic('harps', 'app_2'),
          topic('drums', 'app_1'),
          topic('flutes', 'app_1'),
        ],
      },
    },
    'GET /api/content/manage-app/app_1': {
      data: { ...appReply, appId: 'app_1', knowledgeBases: [base('kb_1', 'Ferries')] },
    },
    'GET /api/content/manage-app/app_2': {
      data: { ...appReply, appId: 'app_2', knowledgeBases: [base('kb_1', 'Ferries'), base('kb_2', 'Shop')] },
    },
    'GET /api/monitoring/runs': pageReply([failed]),
    'GET /api/payment/credit-usage': { data: usage },
  };
});

describe('Home', () => {
  it('shows the questions of the last days, what was spent and what failed', async () => {
    open('/agents');
    await screen.findByRole('heading', { name: 'Questions in the last 14 days' }, slow);
    expect(await screen.findByRole('img', { name: /^Questions of each day/ })).toBeTruthy();
    expect((await screen.findByText('Credits spent')).nextSibling?.textContent).toBe('12.5');
    const failures = within(await screen.findByRole('list', { name: 'Failed imports and runs' }));
    expect(failures.getByRole('link', { name: 'fares.pdf' }).getAttribute('href')).toBe('/runs/run_1');
    expect(failures.getByText('The file is damaged.')).toBeTruthy();
  });

  it('leads from an unanswered topic to the upload of a knowledge base of the app', async () => {
    open('/agents');
    const only = await screen.findByRole('link', { name: 'Add a document about violins' }, slow);
    expect(only.getAttribute('href')).toBe('/knowledge-base/kb_1/documents');
    expect(screen.queryByText('flutes')).toBeNull();
    await userEvent.click(await screen.findByRole('button', { name: 'Add a document about harps' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Shop' }));
    await expect.poll(() => location.pathname).toBe('/knowledge-base/kb_2/documents');
  });

  it('says what to do first when nothing was asked, and that nothing failed', async () => {
    server.current.state.replies['GET /api/monitoring/dashboard'] = dashboard(none);
    server.current.state.replies['GET /api/monitoring/runs'] = pageReply([]);
    open('/agents');
    const first = await screen.findByRole('link', { name: 'Open the apps' }, slow);
    expect(first.getAttribute('href')).toBe('/apps');
    expect(await screen.findByText('No import and no run of the last 14 days has failed.')).toBeTruthy();
    expect(screen.queryByText('Unanswered topics')).toBeNull();
  });

  const letters = {
    ...{ entityId: 'wrk_1', kind: 'WORKER', label: 'worker', name: 'Letters', address: '/worker?id=wrk_1' },
    ...{ sharedBy: 'Ada Lovelace', sharedAt: '2026-03-01T10:00:00.000Z' },
    waiting: { count: 2, address: '/worker-record?id=rec_1' },
  };

  it('tells nobody to share apps who builds none', async () => {
    server.current.state.user = { ...ada, role: 'OPERATOR', permissions: [...rolePermissions.OPERATOR] };
    const replies = server.current.state.replies;
    replies['GET /api/tenant/shared-things'] = pageReply([letters]);
    replies['GET /api/monitoring/dashboard'] = dashboard(none);
    replies['GET /api/monitoring/runs'] = pageReply([]);
    open('/agents');
    const first = await screen.findByRole('link', { name: '2 to decide: Letters' }, slow);
    expect(first.getAttribute('href')).toBe('/worker-record?id=rec_1');
    await screen.findByText('No import and no run of the last 14 days has failed.', {}, slow);
    for (const name of ['Open the apps', 'New agent', 'App', 'Knowledge base', 'New worker'])
      expect([name, screen.queryByRole('link', { name }), screen.queryByRole('button', { name })]).toEqual([
        ...[name, null, null],
      ]);
  });

  it('shows what is shared page by page, in the order that was chosen, and only what a word finds', async () => {
    const { state, seen } = server.current;
    state.user = { ...ada, role: 'USER', permissions: [...rolePermissions.USER] };
    const letter = (at: number) => ({
      ...letters,
      entityId: `wrk_${at}`,
      name: `Letters ${at}`,
      waiting: null,
    });
    const list = 'GET /api/tenant/shared-things';
    const first = [1, 2, 3, 4, 5, 6, 7, 8, 9].map(letter);
    state.replies[list] = pageReply(first, { nextCursor: 'after-9', total: 11 });
    open('/agents');
    const rows = () => within(screen.getByRole('list', { name: 'Shared with you' })).getAllByRole('listitem');
    await screen.findByText('8 of 11', {}, slow);
    expect(rows()).toHaveLength(8);
    await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
    await screen.findByText('9 of 11');
    state.replies[list] = pageReply([letter(10), letter(11)], { total: 11 });
    await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
    await screen.findByText('11 of 11');
    expect(rows().map((row) => row.querySelector('strong')?.textContent)).toEqual([
      ...['Letters 1', 'Letters 2', 'Letters 3', 'Letters 4', 'Letters 5', 'Letters 6'],
      ...['Letters 7', 'Letters 8', 'Letters 9', 'Letters 10', 'Letters 11'],
    ]);
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
    const asked = () =>
      seen.filter(({ url }) => url.startsWith('/api/tenant/shared-things')).map(({ url }) => url);
    expect(asked().at(-1)).toContain('cursor=after-9');
    await userEvent.selectOptions(screen.getByLabelText('Order of what is shared with you'), 'By name');
    await waitFor(() => expect(asked().at(-1)).toContain('sort=name&order=asc'));
    state.replies[list] = pageReply([]);
    await userEvent.type(screen.getByLabelText('Search what is shared with you'), 'lamp');
    await screen.findByText('Nothing that is shared with you has this in its name.', {}, slow);
    expect(asked().at(-1)).toContain('search=lamp');
  });

  it('shows no figures to those who may not read them', async () => {
    server.current.state.user = { ...ada, role: 'USER', permissions: [...rolePermissions.USER] };
    server.current.state.replies['GET /api/tenant/shared-things'] = pageReply([]);
    open('/agents');
    await screen.findByText('Nothing is shared with you yet', {}, slow);
    expect(screen.queryByText(/in the last 14 days/)).toBeNull();
    expect(server.current.seen.some(({ url }) => url.startsWith('/api/monitoring/'))).toBe(false);
  });
});
