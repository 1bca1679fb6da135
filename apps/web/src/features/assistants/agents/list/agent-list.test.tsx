import { rolePermissions } from '@atelier/contracts/kernel/permissions';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { agentLine, agentReply } from '../../../../../tests/agent-reply.ts';
import { ada } from '../../../../../tests/builder-server.ts';
import { heading, open, withBuilderServer } from '../../../../../tests/open-app.tsx';
import { baseReply, pageReply } from '../../../../../tests/source-replies.ts';

const server = withBuilderServer();
const slow = { timeout: 20_000 };
const other = { ...agentLine, agentId: 'agt_2', name: 'Scout', isPublished: true };
const off = { ...agentLine, agentId: 'agt_3', name: 'Night watch', active: false };
const sent = (call: string) =>
  server.current.seen.filter(({ method, url }) => `${method} ${url.split('?')[0] ?? ''}` === call);

beforeEach(() => {
  server.current.state.user = ada;
  server.current.state.replies = {
    'GET /api/content/knowledge-bases': pageReply([baseReply]),
    'GET /api/crew/agents': pageReply([agentLine, other, off]),
  };
});

const actionsOf = async (name: string) =>
  userEvent.click(await screen.findByRole('button', { name: `Actions for ${name}` }, slow));

describe('the list of agents', () => {
  it('is the landing page, with the status of each agent, the next step and the knowledge bases beside it', {
    tags: ['ROUTE-08'],
  }, async () => {
    open('/agents');
    await heading('Agents');
    const rows = within(await screen.findByRole('table', { name: 'Agents' }, slow)).getAllByRole('row');
    expect(rows.slice(1).map((row) => /Draft|Published|Off(?!e)/.exec(row.textContent)?.[0])).toEqual([
      'Draft',
      'Published',
      'Off',
    ]);
    expect(rows[2]?.textContent).toContain('Has unpublished changes');
    expect(screen.getByText('Get started')).toBeDefined();
    expect(screen.getByRole('link', { name: new RegExp(baseReply.name) })).toBeDefined();
  });

  it('is searched, sorted and filtered by the server', async () => {
    open('/agents');
    await userEvent.type(await screen.findByRole('searchbox', { name: 'Search agents' }, slow), 'scout');
    await userEvent.selectOptions(screen.getByLabelText('Filter by status'), 'Published');
    await userEvent.click(screen.getByRole('button', { name: /^Name/ }));
    await waitFor(() => {
      const asked = sent('GET /api/crew/agents').at(-1)?.url ?? '';
      const { search, status, sort } = Object.fromEntries(new URL(asked, 'http://x').searchParams);
      expect({ search, status, sort }).toEqual({ search: 'scout', status: 'PUBLISHED', sort: 'name' });
    });
  });

  it('says what deleting an agent takes along', async () => {
    Object.assign(server.current.state.replies, {
      'GET /api/crew/agents/agt_1/removal': {
        data: {
          versions: 2,
          runs: 7,
          openRuns: 1,
          usedBy: [{ agentId: 'agt_2', name: 'Scout', isCrew: false }],
          callers: [
            { kind: 'FLOW', id: 'flw_1', name: 'Invoices' },
            { kind: 'WORKER', id: 'wrk_1', name: 'Letters' },
          ],
        },
      },
      'DELETE /api/crew/agents/agt_1': { data: { done: true } },
    });
    open('/agents');
    await actionsOf('Offer checker');
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete “Offer checker”?' }));
    await dialog.findByText('2 versions and 7 runs are deleted with it.');
    expect(dialog.getByText('1 open run will be cancelled.')).toBeDefined();
    expect(dialog.getByText('“Scout” hands work to it and will have to do without it.')).toBeDefined();
    expect(dialog.getByText('The flow “Invoices” runs it and will fail at that step.')).toBeDefined();
    expect(dialog.getByText(/^The worker “Letters” runs it and will not work/)).toBeDefined();
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(sent('DELETE /api/crew/agents/agt_1')).toHaveLength(1));
  });

  it('switches an agent off, and opens a copy of it', async () => {
    const copy = { ...agentReply, agentId: 'agt_9', name: 'Copy of Scout' };
    Object.assign(server.current.state.replies, {
      'PUT /api/crew/agents/agt_2': { data: { ...agentReply, ...other, active: false } },
      'POST /api/crew/agents/agt_2/duplicate': { data: copy },
      'GET /api/crew/agents/agt_9': { data: copy },
    });
    open('/agents');
    await actionsOf('Scout');
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Switch off' }));
    await waitFor(() =>
      expect(sent('PUT /api/crew/agents/agt_2').map(({ body }) => body)).toEqual(['{"active":false}']),
    );
    await actionsOf('Scout');
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Duplicate' }));
    await heading('Copy of Scout');
    expect(location.pathname + location.search).toBe('/agent?id=agt_9');
  });

  it('shows people who build nothing what they may use, without buttons to change it', async () => {
    server.current.state.user = { ...ada, role: 'USER', permissions: [...rolePermissions.USER] };
    const readable = { ...other, abilities: { canWrite: false, canRun: true } };
    server.current.state.replies['GET /api/crew/agents'] = pageReply([readable]);
    open('/agents');
    await screen.findByRole('link', { name: /Scout/ }, slow);
    expect(screen.queryByRole('button', { name: 'New agent' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Actions for Scout' })).toBeNull();
  });
});

describe('the first agent', () => {
  beforeEach(() => {
    server.current.state.replies['GET /api/crew/agents'] = pageReply([]);
    Object.assign(server.current.state.replies, {
      'GET /api/tenant/models': { data: { models: [] } },
      'POST /api/crew/agents': { data: agentReply },
      'GET /api/crew/agents/agt_1': { data: agentReply },
    });
  });
  const next = () => userEvent.click(screen.getByRole('button', { name: 'Continue' }));

  it('begins with an example, which fills in the steps, and opens on its own page', async () => {
    open('/agents');
    await screen.findByRole('heading', { name: 'Make your first agent' }, slow);
    expect(
      within(screen.getByRole('region', { name: 'Begin with an example' })).getAllByRole('link'),
    ).toHaveLength(3);
    await userEvent.click(screen.getByRole('link', { name: /Offer checker/ }));
    const name = await screen.findByRole('textbox', { name: 'Name' }, slow);
    expect((name as HTMLInputElement).value).toBe('Offer checker');
    await next();
    const words = await screen.findByRole('textbox', { name: 'Instructions' });
    expect((words as HTMLTextAreaElement).value).toMatch(/^You check an offer/);
    await next();
    await screen.findByRole('radio', { name: 'Always ask' });
    await userEvent.click(screen.getByRole('button', { name: 'Create agent' }));
    await heading('Offer checker');
    expect(location.pathname + location.search).toBe('/agent?id=agt_1');
    expect(JSON.parse(sent('POST /api/crew/agents')[0]?.body ?? 'null')).toMatchObject({
      name: 'Offer checker',
      tools: {
        toolList: [
          { _id: 'tol_calculate' },
          { _id: 'tol_summarize_numbers' },
          { _id: 'tol_date_difference' },
        ],
      },
    });
  });

  const advice = async (address: string) => {
    open(address);
    await screen.findByRole('textbox', { name: 'Name' }, slow);
    const tip = screen.getByRole('button', { name: /^The name should be unique/ });
    expect(screen.queryByText(/^The name should be unique/)).toBeNull();
    await userEvent.hover(tip);
    return (await screen.findByRole('tooltip')).textContent;
  };

  it('advises in a tooltip to give an agent a unique name', { tags: ['AGENT-08'] }, async () => {
    expect(await advice('/agents?new=1')).toBe(
      'The name should be unique, so that everybody can tell the agents apart.',
    );
  });

  it('advises in a tooltip to give a crew a unique name', { tags: ['CREW-03'] }, async () => {
    expect(await advice('/agents?new=crew')).toBe(
      'The name should be unique, so that everybody can tell the crews apart.',
    );
  });

  it('goes back to the step of the name when the name is taken', async () => {
    server.current.state.replies['POST /api/crew/agents'] = {
      status: 409,
      code: 'agents.name_taken',
      message: 'An agent with this name exists already. Please choose another name.',
    };
    open('/agents?new=1');
    await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }, slow), 'Scout');
    await next();
    await screen.findByRole('textbox', { name: 'Instructions' });
    await next();
    await userEvent.click(await screen.findByRole('button', { name: 'Create agent' }));
    const field = await screen.findByRole('textbox', { name: 'Name' });
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByText(/An agent with this name exists already/)).toBeDefined();
  });
});
