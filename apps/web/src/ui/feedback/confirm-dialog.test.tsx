import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { renderUi } from '../../../tests/render-ui.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';

const show = (props: { onConfirm: () => unknown; onClose: () => void; typed?: string }) =>
  renderUi(
    <ConfirmDialog opened title="Delete “Handbook”?" confirmLabel="Delete" {...props}>
      48 documents go with it.
    </ConfirmDialog>,
  );

it('says what is deleted, and deletes it on confirmation', async () => {
  const onConfirm = vi.fn<(value?: unknown) => void>();
  const onClose = vi.fn<(value?: unknown) => void>();
  await show({ onConfirm, onClose });
  expect(screen.getByRole('dialog', { name: 'Delete “Handbook”?' }).textContent).toContain('48 documents');
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(onConfirm).toHaveBeenCalledOnce();
});

it('waits for the typed word', async () => {
  const onConfirm = vi.fn<(value?: unknown) => void>();
  await show({ onConfirm, onClose: vi.fn<(value?: unknown) => void>(), typed: 'Handbook' });
  const button = screen.getByRole('button', { name: 'Delete' });
  await userEvent.type(screen.getByLabelText('Type Handbook to confirm'), 'Handboo');
  expect(button).toHaveProperty('disabled', true);
  await userEvent.type(screen.getByLabelText('Type Handbook to confirm'), 'k');
  await userEvent.click(button);
  await waitFor(() => expect(onConfirm).toHaveBeenCalledOnce());
});

it('stays open and says why when it fails', async () => {
  const onClose = vi.fn<(value?: unknown) => void>();
  const refusal = Object.assign(new Error('Apps use it.'), { code: 'knowledge.in_use', status: 409 });
  await show({ onConfirm: () => Promise.reject(refusal), onClose });
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Apps use it.');
  expect(onClose).not.toHaveBeenCalled();
});
