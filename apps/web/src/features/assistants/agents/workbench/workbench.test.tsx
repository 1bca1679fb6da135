import type { Agent } from '@atelier/contracts/assistants/agents/agent-shapes';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { agentRunReply } from '../../../../../tests/agent-replies.ts';
import { agentReply } from '../../../../../tests/agent-reply.ts';
import { ada } from '../../../../../tests/builder-server.ts';
import { heading, open, withBuilderServer } from '../../../../../tests/open-app.tsx';
import { pageReply } from '../../../../../tests/source-replies.ts';

const server = withBuilderServer();
const slow = { timeout: 20_000 };
const save = 'PUT /api/crew/agents/agt_1';
const sent = (call: string) =>
  server.current.seen
    .filter(({ method, url }) => `${method} ${url}` === call)
    .map(({ body }) => JSON.parse(body === '' ? 'null' : body) as Record<string, unknown> | null);
const answer = (call: string, data: Agent) => {
  server.current.state.replies[call] = { data };
};

beforeEach(() => {
  server.current.state.user = ada;
  server.current.state.replies = {
    'GET /api/crew/agents/agt_1': { data: agentReply },
    'GET /api/tenant/models': { data: { models: [] } },
    [save]: { data: { ...agentReply, revision: 4 } },
    'POST /api/crew/agents/agt_1/publish': {
      data: { ...agentReply, revision: 4, isPublished: true, hasDraft: false },
    },
  };
});

const describeAs = async (text: string) => {
  await userEvent.click(await screen.findByRole('button', { name: /^About/ }, slow));
  const field = screen.getByRole('textbox', { name: 'Description' });
  await userEvent.clear(field);
  await userEvent.type(field, text);
};

describe('the page of an agent', () => {
  it('keeps its settings in folded groups, and saves them with the revision that was edited', {
    tags: ['ROUTE-07'],
  }, async () => {
    open('/agent?id=agt_1');
    await heading('Offer checker');
    const folds = screen.getAllByRole('button', { expanded: false }).map(({ textContent }) => textContent);
    for (const label of ['About', 'Instructions', 'Model', 'Knowledge bases', 'Apps', 'Agents', 'Approval'])
      expect(folds.some((text) => text?.startsWith(label))).toBe(true);
    await describeAs('Checks offers.');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent(save)).toHaveLength(1));
    expect(sent(save)[0]).toMatchObject({ description: 'Checks offers.', revision: 3, outputSchema: null });
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Unsaved changes' })).toBeNull());
  });

  it('opens the tests without the run that was tried, and shows that run again beside the settings', async () => {
    Object.assign(server.current.state.replies, {
      'GET /api/crew/agent-runs/agr_1': { data: agentRunReply({ runId: 'agr_1' }) },
      'GET /api/content/bot-performance': pageReply([], { accuracy: null }),
      'GET /api/evaluation/performance-tests': pageReply([]),
    });
    open('/agent?id=agt_1&run=agr_1');
    await heading('Offer checker');
    await userEvent.click(screen.getByRole('tab', { name: 'Tests' }));
    await waitFor(() => expect(window.location.search).toBe('?id=agt_1&tab=tests'));
    await waitFor(() => expect(screen.queryByText('The run could not be opened')).toBeNull());
    await userEvent.click(screen.getByRole('tab', { name: 'Settings' }));
    await waitFor(() => expect(window.location.search).toBe('?id=agt_1&run=agr_1'));
  });

  it('shows the mode and the type of the agent, and saves others', {
    tags: ['AGENT-05', 'AGENT-06'],
  }, async () => {
    open('/agent?id=agt_1');
    await userEvent.click(await screen.findByRole('button', { name: /^About/ }, slow));
    const optionsOf = (name: string) =>
      within(screen.getByRole('combobox', { name }))
        .getAllByRole('option')
        .map((option) => [option.getAttribute('value'), option.textContent]);
    expect(optionsOf('Mode')).toEqual([
      ['CREW', 'Made for a crew'],
      ['FLOW', 'Made for a flow'],
      ['BUILDER', 'Built here'],
    ]);
    expect(optionsOf('Type')).toEqual([
      ['Supervisor', 'Supervisor: leads other agents'],
      ['Autonomous', 'Autonomous: works by itself'],
      ['Atelier Flow', 'Atelier Flow: follows a flow'],
    ]);
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Mode' }), 'FLOW');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Type' }), 'Atelier Flow');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent(save)).toHaveLength(1));
    expect(sent(save)[0]).toMatchObject({ mode: 'FLOW', agentType: 'Atelier Flow' });
  });

  it('takes ready-made tools, tools of the company and flows by their names', async () => {
    const of = { description: '', effect: 'READS', approval: 'NEVER', inputSchema: {} } as const;
    const at = '2026-03-01T00:00:00.000Z';
    const mail = { service: 'smtp', kind: 'mail', title: 'Mail' };
    Object.assign(server.current.state.replies, {
      'GET /api/crew/default-tools': {
        data: {
          tools: [
            { ...of, toolId: 'tol_calculate', callName: 'calculate', name: 'Calculator', connection: null },
            { ...of, toolId: 'tol_mail', callName: 'send_mail', name: 'Mail', connection: mail },
          ],
        },
      },
      'GET /api/crew/tools': pageReply([
        {
          ...{ ...of, toolId: 'tol_9', name: 'Look up an order', kind: 'HTTP', summary: 'GET shop.example' },
          refusal: null,
          ...{ connectionId: null, createdAt: at, updatedAt: at, abilities: {} },
        },
      ]),
      'GET /api/orchestrator/flows': pageReply([
        {
          ...{ flowId: 'flw_1', displayName: 'Send the offer', status: 'ENABLED', hasDraft: false },
          ...{
            publishedVersionId: 'flv_1',
            versionId: 'flv_1',
            valid: true,
            steps: 1,
            pieces: [],
            triggers: [],
          },
          ...{ lastRun: null, createdAt: at, updatedAt: at, abilities: {} },
        },
      ]),
    });
    open('/agent?id=agt_1');
    const choose = async (group: string, name: string) => {
      await userEvent.click(screen.getByRole('combobox', { name: group }));
      await userEvent.click(await screen.findByRole('option', { name }));
    };
    await userEvent.click(await screen.findByRole('button', { name: /^Tools/ }, slow));
    await choose('Tools', 'Calculator');
    expect(screen.queryByRole('option', { name: 'Mail' })).toBeNull();
    await choose('Tools', 'Look up an order');
    await userEvent.click(screen.getByRole('button', { name: /^Flows/ }));
    await choose('Flows', 'Send the offer');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent(save)).toHaveLength(1));
    expect(sent(save)[0]).toMatchObject({
      tools: { toolList: [{ _id: 'tol_calculate' }, { _id: 'tol_9' }], mcpList: [] },
      flowIds: ['flw_1'],
    });
  });

  it('asks what to keep when somebody else has saved meanwhile', async () => {
    server.current.state.replies[save] = {
      status: 409,
      code: 'agents.changed_meanwhile',
      message: 'This agent was changed since you opened it.',
      details: {
        ...{ revision: 8, changedBy: 'Grace Hopper', changedAt: null, byCaller: false, newest: agentReply },
      },
    };
    open('/agent?id=agt_1');
    await describeAs('Mine.');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText(/^Grace Hopper saved a newer version, after you opened this one\./);
    answer(save, { ...agentReply, description: 'Mine.', revision: 9 });
    await userEvent.click(screen.getByRole('button', { name: 'Keep mine' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Keep mine' })).toBeNull());
    const last = sent(save).at(-1);
    expect([last?.['description'], last?.['revision']]).toEqual(['Mine.', undefined]);
  });

  it('shows everything that keeps it from being published at the settings concerned', async () => {
    server.current.state.replies['POST /api/crew/agents/agt_1/publish'] = {
      status: 400,
      code: 'agents.incomplete',
      message: 'The agent cannot be published yet.',
      details: {
        issues: [
          { path: 'modelId', message: 'An agent needs a language model.' },
          { path: 'agentIds', message: 'It hands work to agents that take none: “Scout”.' },
        ],
      },
    };
    open('/agent?id=agt_1');
    await userEvent.click(await screen.findByRole('button', { name: 'Publish' }, slow));
    await screen.findByText('An agent needs a language model.');
    await screen.findByText('It hands work to agents that take none: “Scout”.');
    const opened = screen
      .getAllByRole('button', { expanded: true })
      .map(({ textContent }) => textContent ?? '');
    expect(opened.filter((text) => /^(?:Model|Agents)/.test(text))).toHaveLength(2);
  });

  it('saves before it publishes', async () => {
    open('/agent?id=agt_1');
    await describeAs('Checks offers.');
    await userEvent.click(screen.getByRole('button', { name: 'Publish' }));
    await screen.findByText('“Offer checker” is published.');
    const writes = server.current.seen.filter(({ method }) => method !== 'GET').map(({ url }) => url);
    expect(writes.filter((url) => url.includes('/agents/'))).toEqual([
      '/api/crew/agents/agt_1',
      '/api/crew/agents/agt_1/publish',
    ]);
    expect(screen.getByRole('button', { name: 'Published' })).toHaveProperty('disabled', true);
  });

  it('compares a version with the present settings and restores it', async () => {
    const older: Agent = {
      ...agentReply,
      instructions: 'Old words.',
      version: { ...agentReply.version, versionId: 'agv_0', number: 1, state: 'LOCKED', isPublished: true },
    };
    const now = { ...agentReply, version: { ...agentReply.version, number: 2 } };
    Object.assign(server.current.state.replies, {
      'GET /api/crew/agents/agt_1': { data: now },
      'GET /api/crew/agents/agt_1/versions': pageReply([now.version, older.version]),
      'POST /api/crew/agents/agt_1/versions/agv_0/restore': { data: { ...now, instructions: 'Old words.' } },
    });
    open('/agent?id=agt_1&tab=versions');
    const table = within(await screen.findByRole('table', { name: 'Versions' }, slow));
    answer('GET /api/crew/agents/agt_1', older);
    await userEvent.click(table.getByRole('button', { name: /^Version 1/ }));
    const differences = within(await screen.findByRole('list', { name: 'Differences' }));
    expect(differences.getByRole('heading').textContent).toBe('Instructions');
    expect(differences.getByText('Old words.')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Restore version 1' }));
    expect(await screen.findByText('Version restored as the draft.')).toBeDefined();
  });

  it('refuses a schema that is not JSON before it is sent', async () => {
    answer('GET /api/crew/agents/agt_1', agentReply);
    const { AgentForm, toAgentForm } = await import('../model/agent-form.ts');
    const refused = (outputSchema: string) =>
      AgentForm.safeParse({ ...toAgentForm(agentReply), outputSchema }).error?.issues.map(({ path }) => path);
    expect([
      refused('{"type": "object"'),
      refused('[1]'),
      refused('{"type": "object"}'),
      refused(''),
    ]).toEqual([[['outputSchema']], [['outputSchema']], undefined, undefined]);
  });

  it('leads to the list when the address names none', async () => {
    open('/agent');
    await waitFor(() => expect(location.pathname).toBe('/agents'), slow);
  });

  it('shows those who use it what it does, and nothing to change', async () => {
    answer('GET /api/crew/agents/agt_1', { ...agentReply, abilities: { canWrite: false, canRun: true } });
    open('/agent?id=agt_1');
    await screen.findByRole('heading', { name: 'What it does' }, slow);
    expect(screen.queryByRole('button', { name: 'Publish' })).toBeNull();
    expect(screen.queryByRole('tab', { name: 'Settings' })).toBeNull();
  });
});
