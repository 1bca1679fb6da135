import { notifications } from '@mantine/notifications';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { renderUi } from '../../../tests/render-ui.tsx';
import classes from './toasts.module.css';
import { toastError, toastSuccess } from './toasts.tsx';

beforeEach(async () => {
  notifications.clean();
  await renderUi(<p>page</p>);
});

it('shows a success with a blue border and a tick', { tags: ['UI-01'] }, async () => {
  toastSuccess('Settings updated successfully');
  const toast = await screen.findByRole('status');
  expect(toast).toHaveProperty('textContent', 'Settings updated successfully');
  expect(toast.className).toContain(classes.success);
  expect(toast.querySelector('.tabler-icon-check')).not.toBeNull();
});

it('shows a warning icon in place of the tick when flagged', { tags: ['UI-02'] }, async () => {
  toastSuccess('Your credit balance is low.', { warning: true });
  const toast = await screen.findByRole('status');
  expect(toast.querySelector('.tabler-icon-alert-triangle')).not.toBeNull();
  expect(toast.querySelector('.tabler-icon-check')).toBeNull();
});

it('shows an error in red', { tags: ['UI-03'] }, async () => {
  toastError('Something went wrong. Please try again.');
  expect((await screen.findByRole('alert')).className).toContain(classes.error);
});

it('carries a link to a route, and has no close button of its own', { tags: ['UI-06'] }, async () => {
  toastSuccess('Your knowledge base is ready.', { link: { text: 'Open it', to: '/knowledge-base/kb_1' } });
  const toast = await screen.findByRole('status');
  expect(within(toast).getByRole('link', { name: 'Open it' }).getAttribute('href')).toBe(
    '/knowledge-base/kb_1',
  );
  expect(within(toast).queryByRole('button')).toBeNull();
});

it('adds a close button when the link says now', { tags: ['UI-05'] }, async () => {
  toastSuccess('Please upgrade', { link: { text: 'now', to: '/pricing/overview/plan' } });
  const toast = await screen.findByRole('status');
  await userEvent.click(within(toast).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('status')).toBeNull());
});

it('can be closed without a link, as the low-credit warning', { tags: ['BANNER-01'] }, async () => {
  toastSuccess('Your credit balance is low.', { warning: true, closable: true });
  const toast = await screen.findByRole('status');
  await userEvent.click(within(toast).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('status')).toBeNull());
});

it('goes by itself after the duration that it is given', { tags: ['UI-04'] }, async () => {
  toastError('Briefly', { duration: 20 });
  await screen.findByText('Briefly');
  await waitFor(() => expect(screen.queryByText('Briefly')).toBeNull());
});
