import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { ada } from '../../../../../tests/builder-server.ts';
import { open, withBuilderServer } from '../../../../../tests/open-app.tsx';
import { baseReply, pageReply } from '../../../../../tests/source-replies.ts';

const server = withBuilderServer();
const slow = { timeout: 10_000 };
const base = (id: string) => ({ ...baseReply, knowledgeBaseId: id, name: `Handbook ${id}` });

const openBotStepAt = async (address: string, bases: object[]) => {
  server.current.state.replies['GET /api/content/knowledge-bases'] = pageReply(bases);
  open(address);
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }, slow), 'Help');
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
  await screen.findByRole('textbox', { name: 'Instructions' });
};

const openBotStep = (...bases: object[]) => openBotStepAt('/apps?new=1', bases);

beforeEach(() => {
  server.current.state.user = ada;
});

it('chooses the only knowledge base by itself', async () => {
  await openBotStep(base('kb_1'));
  expect(screen.getByText('Handbook kb_1')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByRole('textbox', { name: 'Bot name' })).toBeDefined();
});

it('continues only with a knowledge base, and says why', async () => {
  await openBotStep(base('kb_1'), base('kb_2'));
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByText(/^Please choose a knowledge base: without one/)).toBeDefined();
  expect(screen.queryByRole('textbox', { name: 'Bot name' })).toBeNull();
});

it('chooses the knowledge base that the address names', async () => {
  await openBotStepAt('/apps?new=1&base=kb_2', [base('kb_1'), base('kb_2')]);
  // Only what is not chosen is offered.
  const offered = screen.getAllByRole('option', { hidden: true });
  expect(offered.map((option) => option.textContent)).toEqual(['Handbook kb_1']);
  expect(screen.getByText('Handbook kb_2')).toBeDefined();
});
