import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { ada } from '../../tests/builder-server.ts';
import { heading, open, withBuilderServer } from '../../tests/open-app.tsx';
import { baseReply } from '../../tests/source-replies.ts';

const server = withBuilderServer();
const focused = () => document.activeElement;

beforeEach(() => {
  server.current.state.user = ada;
  const nothing = { data: { items: [], nextCursor: null, total: 0 } };
  Object.assign(server.current.state.replies, {
    'GET /api/content/knowledge-bases': { data: { items: [baseReply], nextCursor: null, total: 1 } },
    'GET /api/content/knowledge-base/kb_1': { data: baseReply },
    'GET /api/content/v2/information-schemas': nothing,
    'GET /api/content/v2/retrieval-history': nothing,
  });
});

it('leaves the focus where the browser begins when the page is opened', async () => {
  open('/knowledge-base');
  await screen.findByRole('link', { name: 'Handbook' });
  expect(document.activeElement).toBe(document.body);
});

it('moves the focus to the heading of the page when a user follows a link', async () => {
  open('/knowledge-base');
  await userEvent.click(await screen.findByRole('link', { name: 'Handbook' }));
  await expect.poll(focused).toBe(await heading('Handbook'));
  await userEvent.click(screen.getByRole('link', { name: 'Atelier, to the start' }));
  await expect.poll(focused).toBe(await heading('Agents'));
});

it('moves the focus into another section below an unchanged heading', async () => {
  open('/knowledge-base/kb_1/retrieval');
  const name = await heading('Handbook');
  await userEvent.click(screen.getByRole('link', { name: 'History' }));
  await expect.poll(focused).toBe(await screen.findByRole('region', { name: 'History' }));
  expect(name.isConnected).toBe(true);
});

it('leads by the link of a group to its first section, and marks the group of the open section', async () => {
  open('/knowledge-base/kb_1/history');
  await screen.findByRole('region', { name: 'History' });
  const groups = within(screen.getByRole('navigation', { name: 'Sections' }));
  const retrieval = groups.getByRole('link', { name: 'Retrieval' });
  expect(retrieval.getAttribute('aria-current')).toBe('page');
  await userEvent.click(retrieval);
  expect(await screen.findByRole('region', { name: 'Retrieval' })).toBeTruthy();
});

it('leads on from a search that gives the focus back to where it was opened', async () => {
  open('/knowledge-base');
  await screen.findByRole('link', { name: 'Handbook' });
  await userEvent.keyboard('{Control>}k{/Control}');
  const search = await screen.findByRole('textbox', { name: 'Search commands' });
  await expect.poll(focused).toBe(search);
  await userEvent.type(search, 'home');
  await userEvent.keyboard('{Enter}');
  await expect.poll(focused).toBe(await heading('Agents'));
});
