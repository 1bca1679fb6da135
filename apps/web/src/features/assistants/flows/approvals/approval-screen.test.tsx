import type { FlowApproval } from '@atelier/contracts/assistants/flows/flow-run-shapes';
import { ExactNumber } from '@atelier/contracts/kernel/exact-number';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { heading, open, withBuilderServer } from '../../../../../tests/open-app.tsx';

const server = withBuilderServer();

const asked: FlowApproval = {
  title: 'Pay invoice 7?',
  message: 'It is due.',
  askedBy: 'FLOW',
  flowName: 'Pay invoices',
  call: null,
  companyName: 'Analytical Engines',
  state: 'OPEN',
  decidedBy: null,
  comment: '',
};
const address = '/api/orchestrator/approvals/a.b';
const answer = (approval: FlowApproval) => {
  server.current.state.user = null;
  server.current.state.replies[`GET ${address}`] = { data: approval };
};

describe('the page of an approval', () => {
  it('shows a visitor the question, and sends the decision with the comment', async () => {
    answer(asked);
    server.current.state.replies[`POST ${address}`] = { data: { approved: true } };
    open('/approvals/a.b');
    expect(await heading('Pay invoice 7?')).toBeTruthy();
    expect(
      screen.getByText('The flow “Pay invoices” of Analytical Engines asks for your decision.'),
    ).toBeTruthy();
    await userEvent.type(screen.getByLabelText('Comment'), 'Fine.');
    await userEvent.click(screen.getByRole('button', { name: 'Approve' }));
    expect(await screen.findByText(/This was approved\. Thank you\./)).toBeTruthy();
    const sent = server.current.seen.find(({ method, url }) => method === 'POST' && url.startsWith(address));
    expect(JSON.parse(sent?.body ?? '')).toEqual({ approved: true, comment: 'Fine.' });
  });

  it.each<[FlowApproval['state'], RegExp]>([
    ['APPROVED', /This was approved by Grace\./],
    ['REJECTED', /This was rejected by Grace\./],
    ['EXPIRED', /Nobody decided in time/],
    ['ENDED', /The run ended before anybody decided/],
  ])('says that it is %s, and offers no decision', async (state, sentence) => {
    answer({ ...asked, state, decidedBy: 'Grace' });
    open('/approvals/a.b');
    expect(await screen.findByText(sentence)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull();
  });

  it('shows the call that an agent wants to make, and sends changed arguments', async () => {
    const inputSchema = { properties: { to: { type: 'string' } } };
    answer({
      ...asked,
      ...{ title: 'May the agent use “Send mail”?', askedBy: 'AGENT', flowName: 'Clerk' },
      call: { input: { to: 'b@example.com' }, inputSchema },
    });
    server.current.state.replies[`POST ${address}`] = { data: { approved: true } };
    open('/approvals/a.b');
    expect(
      await screen.findByText('The agent “Clerk” of Analytical Engines asks for your decision.'),
    ).toBeTruthy();
    expect(screen.getByText(/b@example\.com/)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Change the arguments' }));
    const to = await screen.findByRole('textbox', { name: /^To/ });
    await userEvent.clear(to);
    await userEvent.type(to, 'c@example.com');
    await userEvent.click(screen.getByRole('button', { name: 'Approve with these arguments' }));
    expect(await screen.findByText(/This was approved\. Thank you\. The agent goes on\./)).toBeTruthy();
    const sent = server.current.seen.find(({ method, url }) => method === 'POST' && url.startsWith(address));
    expect(JSON.parse(sent?.body ?? '')).toEqual({
      ...{ approved: true, comment: '' },
      input: { to: 'c@example.com' },
    });
  });

  it('sends a long number that somebody changed, and one that nobody touched, with all digits', async () => {
    const call = { input: { order: new ExactNumber('9007199254740993'), list: [1] }, inputSchema: {} };
    const inputSchema = { properties: { order: { type: 'integer' }, list: {} } };
    answer({ ...asked, askedBy: 'AGENT', call: { ...call, inputSchema } as unknown as FlowApproval['call'] });
    server.current.state.replies[`POST ${address}`] = { data: { approved: true } };
    open('/approvals/a.b');
    await userEvent.click(
      await screen.findByRole('button', { name: 'Change the arguments' }, { timeout: 20_000 }),
    );
    const order = await screen.findByRole('textbox', { name: /^Order/ });
    expect((order as HTMLInputElement).value).toBe('9007199254740993');
    const list = screen.getByRole('textbox', { name: /^List/ });
    await userEvent.clear(list);
    await userEvent.click(list);
    await userEvent.paste('[12345678901234567891]');
    await userEvent.click(order);
    await userEvent.keyboard('{End}{Backspace}5');
    await userEvent.click(screen.getByRole('button', { name: 'Approve with these arguments' }));
    expect(await screen.findByText(/This was approved\. Thank you\./)).toBeTruthy();
    const sent = server.current.seen.filter(
      ({ method, url }) => method === 'POST' && url.startsWith(address),
    );
    expect(sent.at(-1)?.body).toContain('"order":9007199254740995');
    expect(sent.at(-1)?.body).toContain('"list":[12345678901234567891]');
  });

  it('says that a link leads nowhere', async () => {
    server.current.state.user = null;
    server.current.state.replies[`GET ${address}`] = {
      status: 404,
      code: 'flows.nothing_waits',
      message: 'Nothing waits for this any more.',
    };
    open('/approvals/a.b');
    expect(await screen.findByText('There is nothing to decide here')).toBeTruthy();
  });
});
