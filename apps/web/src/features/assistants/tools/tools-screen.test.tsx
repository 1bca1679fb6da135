import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ada, type BuilderServer, startBuilderServer } from '../../../../tests/builder-server.ts';
import { App } from '../../../shell/app.tsx';

const line = {
  ...{
    toolId: 'tol_1',
    name: 'Read an order',
    description: '',
    kind: 'HTTP',
    summary: 'GET api.example.com',
  },
  ...{ connectionId: null, effect: 'READS', approval: 'NEVER', abilities: { canWrite: true } },
  refusal: null,
  ...{ createdAt: '2026-01-01T10:00:00.000Z', updatedAt: '2026-01-01T10:00:00.000Z' },
};
const search = {
  ...{
    toolId: 'tol_search_web',
    callName: 'search_web',
    name: 'Web search',
    description: 'Searches the web.',
  },
  ...{ effect: 'READS', approval: 'NEVER', inputSchema: { type: 'object' } },
  connection: { service: 'WEB', kind: 'WEB_SEARCH', title: 'Web search' },
};

/** Loading a screen takes a while on a busy machine. */
const patience = { timeout: 20_000 };

describe('the screen of tools', () => {
  let server: BuilderServer;
  const show = (items: readonly unknown[]) => {
    server.state.replies['GET /api/crew/tools'] = { data: { items, nextCursor: null, total: items.length } };
    server.state.replies['GET /api/crew/default-tools'] = { data: { tools: [search] } };
    history.replaceState(null, '', '/tools');
    render(<App still />);
  };
  beforeAll(async () => {
    server = await startBuilderServer();
    server.state.user = { ...ada, permissions: ['tools:read', 'tools:write', 'flows:read'] };
  });
  afterAll(() => server.stop());
  afterEach(cleanup);

  it('leads from nothing to the form, which asks for a name', async () => {
    show([]);
    await userEvent.click(await screen.findByRole('button', { name: 'New tool' }, patience));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'HTTP request' }));
    const dialog = await screen.findByRole('dialog', {}, patience);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect(await within(dialog).findByText('Please enter a name')).toBeTruthy();
  });

  it('lists own and ready-made tools, and names the agents that lose a tool', async () => {
    server.state.replies['GET /api/crew/tools/tol_1/removal'] = {
      data: { usedBy: [{ kind: 'AGENT', id: 'agt_1', name: 'Clerk' }] },
    };
    show([line]);
    expect(await screen.findByText('Read an order', {}, patience)).toBeTruthy();
    expect(await screen.findByText(/Needs a connection: Web search/)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: /Read an order/, expanded: false }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    expect(await screen.findByRole('link', { name: 'Clerk' })).toBeTruthy();
  });

  it('says in the list and on its page who refused a tool, when, and by which keyword', async () => {
    const refusal = {
      ...{ provider: 'OpenAI', keyword: 'pattern', at: '2026-01-02T10:00:00.000Z' },
      reason: '“pattern” is not permitted.',
    };
    const refused = { ...line, refusal };
    const request = {
      ...{ method: 'GET', url: 'https://api.example.com', query: [], headers: [] },
      ...{ bodyKind: 'NONE', body: '', parameters: [] },
    };
    const tool = { ...refused, revision: 1, request, defaultToolId: null, inputSchema: {} };
    server.state.replies['GET /api/content/tool'] = { data: tool };
    show([refused]);
    expect(await screen.findByText('Refused by OpenAI', {}, patience)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: /Read an order/, expanded: false }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Edit' }));
    const dialog = await screen.findByRole('dialog', {}, patience);
    expect(within(dialog).getByRole('note').textContent).toMatch(
      /^OpenAI refused this tool on Jan 2, 2026.* because of “pattern” in its arguments\. Agents with its models work without it\. OpenAI says: “pattern” is not permitted\.$/,
    );
  });

  it('sends what was typed, and shows what is wrong beside its field', async () => {
    server.state.replies['POST /api/crew/tools'] = {
      status: 400,
      code: 'tools.invalid',
      message: 'The tool cannot work like this.',
      details: { issues: [{ path: 'request.url', message: 'The site must be fixed.' }] },
    };
    show([]);
    await userEvent.click(await screen.findByRole('button', { name: 'New tool' }, patience));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'HTTP request' }));
    const dialog = await screen.findByRole('dialog', {}, patience);
    await userEvent.type(within(dialog).getByLabelText(/^Name/), 'Mine');
    await userEvent.type(within(dialog).getByLabelText(/^Address/), 'https://x.example.com/');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(within(dialog).getByText('The site must be fixed.')).toBeTruthy(), patience);
  });
});
