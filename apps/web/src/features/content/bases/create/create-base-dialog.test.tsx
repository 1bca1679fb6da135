import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { ada } from '../../../../../tests/builder-server.ts';
import { open, withBuilderServer } from '../../../../../tests/open-app.tsx';
import { baseReply, importsReply } from '../../../../../tests/source-replies.ts';

const server = withBuilderServer();
const slow = { timeout: 10_000 };
const choose = async (name: string) => {
  const dialog = await screen.findByRole('dialog', { name: 'New knowledge base' }, slow);
  const input = dialog.querySelector<HTMLInputElement>('input[type=file]:not([webkitdirectory])');
  if (input) await userEvent.upload(input, new File(['Leave is 25 days.'], name));
  await screen.findByText(name);
};
const nameField = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' });

beforeEach(() => {
  server.current.state.user = ada;
});

it('takes documents first, is named after them, and imports them once it is made', async () => {
  const { replies } = server.current.state;
  replies['POST /api/content/knowledge-base'] = { data: { ...baseReply, name: 'Leave rules' } };
  replies['GET /api/import/knowledge-base/kb_1/imports'] = importsReply();
  open('/knowledge-base?new=1');
  await choose('leave_rules.txt');
  expect(nameField().value).toBe('Leave rules');
  await userEvent.click(screen.getByRole('button', { name: 'Create' }));
  await waitFor(() =>
    expect(server.current.seen.some(({ url }) => url === '/api/import/import-file')).toBe(true),
  );
});

it('keeps a name that was typed', async () => {
  open('/knowledge-base?new=1');
  await screen.findByRole('dialog', { name: 'New knowledge base' }, slow);
  await userEvent.type(nameField(), 'Rules');
  await choose('leave.txt');
  expect(nameField().value).toBe('Rules');
});
