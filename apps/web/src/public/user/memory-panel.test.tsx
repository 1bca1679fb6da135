import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MemoryPanel } from './memory-panel.tsx';

let facts: { memoryId: string; fact: string; updatedAt: string }[];
let calls: string[];

const reply = (data: unknown) =>
  new Response(JSON.stringify({ success: true, responseCode: 200, responseData: data, requestId: 'r' }), {
    headers: { 'content-type': 'application/json' },
  });

beforeEach(() => {
  calls = [];
  facts = ['Mary likes tea.', 'Mary works at night.'].map((fact, at) => ({
    ...{ memoryId: `mem_${at}`, fact, updatedAt: '2026-03-01T10:00:00.000Z' },
  }));
  vi.stubGlobal('fetch', (input: string | URL | Request, init?: RequestInit) => {
    const path = new URL(input instanceof Request ? input.url : String(input), location.origin).pathname;
    const method = init?.method ?? 'GET';
    calls.push(`${method} ${path}`);
    const id = path.split('/')[5];
    if (method === 'PUT') {
      const { fact } = JSON.parse(init?.body as string) as { fact: string };
      facts = facts.map((each) => (each.memoryId === id ? { ...each, fact } : each));
    }
    if (method === 'DELETE') facts = id === undefined ? [] : facts.filter(({ memoryId }) => memoryId !== id);
    return Promise.resolve(
      reply(method !== 'GET' ? {} : { items: facts, nextCursor: null, total: facts.length }),
    );
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('shows an app user what is remembered about them, and forgets one fact, and all of them', async () => {
  render(<MemoryPanel onClose={() => undefined} />);
  expect(await screen.findByText('Mary likes tea.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Forget: Mary likes tea.', hidden: true }));
  await vi.waitFor(() => expect(screen.queryByText('Mary likes tea.')).toBeNull());
  expect(await screen.findByText('Mary works at night.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Forget all of it', hidden: true }));
  expect(await screen.findByText(/Nothing is remembered about you/)).toBeTruthy();
  expect(calls.filter((call) => call.startsWith('DELETE'))).toEqual([
    'DELETE /api/content/chat/memories/mem_0',
    'DELETE /api/content/chat/memories',
  ]);
});

it('lets an app user correct a fact, and leave it as it is', async () => {
  render(<MemoryPanel onClose={() => undefined} />);
  await screen.findByText('Mary likes tea.');
  const open = () =>
    userEvent.click(screen.getByRole('button', { name: /^Correct: Mary likes/, hidden: true }));
  await open();
  const field = () => screen.getByRole('textbox', { name: 'What is right', hidden: true });
  expect(document.activeElement).toBe(field());
  await userEvent.clear(field());
  expect(screen.getByRole('button', { name: 'Save', hidden: true })).toHaveProperty('disabled', true);
  await userEvent.type(field(), 'Mary likes coffee.');
  await userEvent.click(screen.getByRole('button', { name: 'Save', hidden: true }));
  expect(await screen.findByText('Mary likes coffee.')).toBeTruthy();
  expect(calls).toContain('PUT /api/content/chat/memories/mem_0');
  await open();
  await userEvent.type(field(), ' Or tea.{Escape}');
  expect(screen.getByText('Mary likes coffee.')).toBeTruthy();
  expect(calls.filter((call) => call.startsWith('PUT'))).toHaveLength(1);
});
