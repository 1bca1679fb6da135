import type { AgentRunDetails, AgentRunEvent } from '@atelier/contracts/assistants/agents/agent-run-shapes';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { agentRunReply, agentStateReply, callReply } from '../../../../../tests/agent-replies.ts';
import { ada } from '../../../../../tests/builder-server.ts';
import { heading, open, withBuilderServer } from '../../../../../tests/open-app.tsx';

const server = withBuilderServer();
const address = '/api/crew/agent-runs/run_1';

const show = (events: AgentRunEvent[], run: Partial<AgentRunDetails> = {}) => {
  server.current.state.replies[`GET ${address}`] = { data: agentRunReply(run) };
  server.current.answersRaw[`GET ${address}/events`] = {
    status: 200,
    type: 'text/event-stream',
    body: events.map(({ event, data }) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`).join(''),
  };
  open('/agent-run?id=run_1');
};
const state = (more: Partial<AgentRunDetails> = {}): AgentRunEvent => ({
  event: 'state',
  data: agentStateReply(more),
});
const ended = (more: Partial<AgentRunDetails>): AgentRunEvent =>
  state({ endedAt: '2026-03-01T10:00:09.000Z', abilities: { canCancel: false, canRetry: false }, ...more });
const asked = callReply({
  title: 'Send mail',
  status: 'WAITING',
  input: { to: 'b@example.com' },
  output: null,
  approvalToken: 'a.b',
  description: 'Sends a mail.',
  inputSchema: { properties: { to: { type: 'string' } }, required: ['to'] },
});
const sent = (path: string) =>
  server.current.seen
    .filter(({ method, url }) => method === 'POST' && url.startsWith(path))
    .map(({ body }) => (body === '' ? null : (JSON.parse(body) as unknown)));

beforeEach(() => {
  server.current.state.user = ada;
});

describe('a run of an agent', () => {
  it('shows thinking folded, calls side by side, the answer, and what it used', async () => {
    show([
      { event: 'step', data: { at: 0, step: { type: 'THINKING', turn: 1, text: 'I add.' } } },
      { event: 'step', data: { at: 1, step: callReply() } },
      { event: 'step', data: { at: 2, step: callReply({ callId: 'call_2', status: 'NOT_FITTING' }) } },
      ended({ status: 'COMPLETED', output: 'It is **5**.' }),
    ]);
    expect(await heading('Run of Clerk')).toBeTruthy();
    expect(await screen.findByText('5', { selector: 'strong' })).toBeTruthy();
    expect(screen.getByText('I add.').closest('[hidden]')).not.toBeNull();
    const calls = screen.getAllByRole('article', { name: 'Call of Calculator' });
    expect(calls).toHaveLength(2);
    expect(within(calls[1] as HTMLElement).getByText('Not made: the arguments do not fit')).toBeTruthy();
    expect(screen.getByText(/1 turn · 1,240 tokens · 0\.02 credits · 4\.1 s of work/)).toBeTruthy();
    expect(within(screen.getByRole('region', { name: 'Run' })).getByRole('status').textContent).toBe(
      'The agent is done.',
    );
  });

  it('asks for a decision, and sends it with the changed arguments', async () => {
    show([{ event: 'open', data: { steps: [asked] } }, state({ status: 'WAITING' })]);
    const card = within(await screen.findByRole('region', { name: 'May the agent use “Send mail”?' }));
    expect(card.getByText('Sends a mail.')).toBeTruthy();
    const approvals = '/api/crew/agent-approvals/a.b';
    server.current.state.replies[`POST ${approvals}`] = { data: agentRunReply() };
    await userEvent.click(card.getByRole('button', { name: 'Change first' }));
    const to = await card.findByRole('textbox', { name: /^To/ });
    await userEvent.clear(to);
    await userEvent.type(to, 'c@example.com');
    await userEvent.click(card.getByRole('button', { name: 'Approve with these arguments' }));
    await waitFor(() =>
      expect(sent(approvals)).toEqual([{ decision: 'EDITED', input: { to: 'c@example.com' } }]),
    );
  });

  it('rejects a call with a reason', async () => {
    show([{ event: 'open', data: { steps: [asked] } }, state({ status: 'WAITING' })]);
    const approvals = '/api/crew/agent-approvals/a.b';
    server.current.state.replies[`POST ${approvals}`] = { data: agentRunReply() };
    await userEvent.click(await screen.findByRole('button', { name: 'Reject' }));
    await userEvent.type(screen.getByRole('textbox', { name: 'Reason' }), 'Too much.');
    await userEvent.click(screen.getByRole('button', { name: 'Reject the call' }));
    await waitFor(() => expect(sent(approvals)).toEqual([{ decision: 'REJECTED', reason: 'Too much.' }]));
  });

  it('says why it failed and what to do next, and continues where it stopped', async () => {
    show([
      ended({
        status: 'FAILED',
        cause: { code: 'models.unreachable', message: 'The model cannot be reached.' },
        abilities: { canCancel: false, canRetry: true },
      }),
    ]);
    expect(await screen.findByText(/The model cannot be reached\./)).toBeTruthy();
    expect(screen.getByText(/nothing that was done is done again/)).toBeTruthy();
    server.current.state.replies[`POST ${address}/retry`] = { data: { runId: 'run_2' } };
    await userEvent.click(screen.getByRole('button', { name: 'Continue where it stopped' }));
    await waitFor(() => expect(location.search).toBe('?id=run_2'));
  });

  it('says in plain words what was summarised, and what cut the run short', async () => {
    show([
      {
        event: 'step',
        data: {
          at: 0,
          step: { type: 'COMPACTION', turn: 2, rounds: 3, tokensBefore: 9000, tokensAfter: 4000 },
        },
      },
      ended({ status: 'COMPLETED', output: 'So far: 3.', cutShortBy: 'TURNS' }),
    ]);
    expect(
      await screen.findByText(/3 older parts were replaced by a summary: 9,000 tokens became 4,000/),
    ).toBeTruthy();
    expect(screen.getByText(/used all the turns that a run may take/)).toBeTruthy();
  });

  it('says which tool the provider of the model refused, and why', async () => {
    const step = {
      ...{ type: 'LEFT_OUT' as const, turn: 1, tool: 'odd_list', title: 'Odd list' },
      reason: 'Array schema missing items.',
    };
    show([{ event: 'step', data: { at: 0, step } }, ended({ status: 'COMPLETED', output: 'Done.' })]);
    const words = /refused the tool “Odd list”, so the agent worked without it: Array schema missing items\./;
    expect(await screen.findByText(words)).toBeTruthy();
  });

  it('says that the provider of the model refused the form of the answer, and why', async () => {
    const step = { type: 'FORMAT_REFUSED' as const, turn: 1, reason: '“allOf” is not permitted.' };
    show([{ event: 'step', data: { at: 0, step } }, ended({ status: 'COMPLETED', output: '{}' })]);
    const words =
      /refused the schema of the answer, so the model was told its form in words: “allOf” is not permitted\./;
    expect(await screen.findByText(words)).toBeTruthy();
  });

  it('shows what the model is writing, and hides it from screen readers until it is complete', async () => {
    show([
      state({ usage: { turns: 0, tokens: 0, credits: 0, workMs: 0 } }),
      { event: 'writing', data: { turn: 1, kind: 'text', from: 0, text: 'Let me' } },
    ]);
    const text = await screen.findByText('Let me');
    expect(text.closest('[aria-hidden="true"]')).not.toBeNull();
    expect(within(screen.getByRole('region', { name: 'Run' })).getByRole('status').textContent).toBe(
      'The agent is working.',
    );
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(sent(`${address}/cancel`)).toHaveLength(1));
  });
});
