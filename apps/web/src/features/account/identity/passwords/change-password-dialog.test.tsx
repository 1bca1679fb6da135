import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { ada } from '../../../../../tests/builder-server.ts';
import { withBuilderServer } from '../../../../../tests/open-app.tsx';
import { renderUi } from '../../../../../tests/render-ui.tsx';
import { type Session, SessionContext } from '../../../../lib/account/session.ts';
import { ChangePasswordDialog } from './change-password-dialog.tsx';

const server = withBuilderServer();

const session = (user: Session['user']): Session => ({
  user,
  isLeaving: false,
  begin: () => undefined,
  end: () => Promise.resolve(),
  refresh: () => Promise.resolve(),
});

const openDialog = async (user: Session['user'] = ada, onClose: () => void = () => undefined) =>
  renderUi(
    <SessionContext value={session(user)}>
      <ChangePasswordDialog opened onClose={onClose} />
    </SessionContext>,
    { at: '/settings/security' },
  );

const fill = async (values: [current: string, next: string, confirmation: string]) => {
  const labels = ['Current Password', 'Enter New Password', 'Confirm New Password'];
  for (const [index, label] of labels.entries()) {
    const field = await screen.findByLabelText(label);
    await userEvent.clear(field);
    if (values[index]) await userEvent.type(field, values[index]);
  }
};
const update = () => userEvent.click(screen.getByRole('button', { name: 'Update Password' }));
const calls = () => server.current.seen.filter(({ url }) => url.startsWith('/api/auth/'));

describe('the Change Password dialog', () => {
  /** Expects a hidden field with a button that shows its characters. */
  const expectHideable = async (label: string): Promise<void> => {
    await openDialog();
    const field = await screen.findByLabelText(label);
    expect(field.getAttribute('type')).toBe('password');
    const wrapper = field.closest('.mantine-InputWrapper-root') ?? document.body;
    const toggle = within(wrapper as HTMLElement).getByRole('button', {
      name: 'Show or hide the characters',
    });
    await userEvent.click(toggle);
    expect(field.getAttribute('type')).toBe('text');
  };

  it('has a field for the current password', { tags: ['PASSWORD-01'] }, () =>
    expectHideable('Current Password'),
  );
  it('has a field for the new password', { tags: ['PASSWORD-02'] }, () =>
    expectHideable('Enter New Password'),
  );
  it('has a field for its confirmation', { tags: ['PASSWORD-03'] }, () =>
    expectHideable('Confirm New Password'),
  );

  it('has a button', { tags: ['PASSWORD-04'] }, async () => {
    await openDialog();
    expect(await screen.findByRole('button', { name: 'Update Password' })).toBeTruthy();
  });

  it('ticks off the rule that holds here as one types', async () => {
    await openDialog();
    await fill(['Correct-Horse-7', 'abcdefgh', '']);
    const rules = within(screen.getByRole('list', { name: 'Password rules' })).getAllByRole('listitem');
    expect(rules.map((rule) => [rule.textContent, rule.hasAttribute('data-met')])).toEqual([
      ['At least 8 characters', true],
      ['A letter', true],
      ['A number', false],
      ['A symbol: #?!@$%^&*-', false],
    ]);
  });

  it('goes to the root when nobody is signed in', { tags: ['PASSWORD-05'] }, async () => {
    const { router } = await openDialog(null);
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    expect(screen.queryByLabelText('Current Password')).toBeNull();
  });

  it('signs in with the current password, then changes it with the id token, says so and goes to the root', {
    tags: ['PASSWORD-06', 'PASSWORD-07', 'PASSWORD-09'],
  }, async () => {
    server.current.state.replies = {
      'POST /api/auth/id-token': { data: { idToken: 'idt_0123456789' } },
      'POST /api/auth/change-password': { data: { done: true } },
    };
    const onClose = vi.fn<() => void>();
    const { router } = await openDialog(ada, onClose);
    await fill(['Correct-Horse-7', 'Better1Horse!', 'Better1Horse!']);
    await update();
    await screen.findByText('Password changed successfully');
    expect(calls().map(({ url, body }): [string, unknown] => [url, JSON.parse(body)])).toEqual([
      ['/api/auth/id-token', { email: 'ada@example.com', password: 'Correct-Horse-7' }],
      [
        '/api/auth/change-password',
        { idToken: 'idt_0123456789', password: 'Better1Horse!', revokeApiKey: false },
      ],
    ]);
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('revokes the API keys with the old password when it is asked to', async () => {
    server.current.state.replies = {
      'POST /api/auth/id-token': { data: { idToken: 'idt_0123456789' } },
      'POST /api/auth/change-password': { data: { done: true } },
    };
    await openDialog();
    await fill(['Correct-Horse-7', 'Better1Horse!', 'Better1Horse!']);
    await userEvent.click(screen.getByRole('checkbox', { name: 'Also revoke my API keys' }));
    await update();
    await screen.findByText('Password changed successfully');
    expect(JSON.parse(calls().at(-1)?.body ?? '{}')).toMatchObject({ revokeApiKey: true });
  });

  it('shows what the server says for three seconds and keeps what was typed', {
    tags: ['PASSWORD-10', 'CONST-07', 'AUTH-17'],
  }, async () => {
    server.current.state.replies = {
      'POST /api/auth/id-token': { status: 400, code: 'passwords.wrong', message: 'Invalid password' },
    };
    await openDialog();
    await fill(['Wrong-Horse-7', 'Better1Horse!', 'Better1Horse!']);
    const started = Date.now();
    await update();
    await screen.findByText('Invalid password');
    expect(screen.getByLabelText('Enter New Password')).toHaveProperty('value', 'Better1Horse!');
    await waitFor(() => expect(screen.queryByText('Invalid password')).toBeNull(), { timeout: 6000 });
    const shownMs = Date.now() - started;
    expect(shownMs).toBeGreaterThan(2800);
    expect(shownMs).toBeLessThan(5500);
  });

  it('has a sentence of its own when the server says nothing', { tags: ['PASSWORD-10'] }, async () => {
    server.current.state.replies = { 'POST /api/auth/id-token': { status: 502 } };
    await openDialog();
    await fill(['Correct-Horse-7', 'Better1Horse!', 'Better1Horse!']);
    await update();
    expect(await screen.findByText('An error occurred while changing the password!')).toBeTruthy();
  });

  /** Submits the values and returns the messages at the fields. Expects that nothing was sent to the server. */
  const refusals = async (...values: Parameters<typeof fill>[0]) => {
    await openDialog();
    await fill(values);
    await update();
    await waitFor(() => expect(document.querySelector('.mantine-InputWrapper-error')).not.toBeNull());
    expect(calls()).toEqual([]);
    return ['Current Password', 'Enter New Password', 'Confirm New Password'].map(
      (label) =>
        screen
          .getByLabelText(label)
          .closest('.mantine-InputWrapper-root')
          ?.querySelector('.mantine-InputWrapper-error')?.textContent ?? '',
    );
  };

  it('asks for the current password', { tags: ['PASSWORD-11', 'AUTH-11'] }, async () => {
    const [current] = await refusals('', 'Better1Horse!', 'Better1Horse!');
    expect(current).toBe('Password is required');
  });

  it('asks for a new password', { tags: ['PASSWORD-13'] }, async () => {
    const [, next] = await refusals('Correct-Horse-7', '', '');
    expect(next).toBe('Password is required');
  });

  it('asks for the confirmation', { tags: ['PASSWORD-17', 'AUTH-22'] }, async () => {
    const [, , confirmation] = await refusals('Correct-Horse-7', 'Better1Horse!', '');
    expect(confirmation).toBe('Confirm password is required');
  });

  it('refuses a new password of fewer than eight characters', {
    tags: ['PASSWORD-14', 'AUTH-13'],
  }, async () => {
    const messages = await refusals('short', 'Abc1!', 'Abc1!');
    const tooShort = 'Password must be at least 8 characters';
    expect(messages).toEqual([tooShort, tooShort, '']);
  });

  it('refuses a new password without a symbol', { tags: ['PASSWORD-15', 'AUTH-15'] }, async () => {
    const [, next] = await refusals('long enough', 'Abcdefgh1', 'Abcdefgh1');
    expect(next).toBe('Password must include letters, numbers and special characters');
  });

  it('refuses a confirmation that differs', { tags: ['PASSWORD-18', 'AUTH-23'] }, async () => {
    const messages = await refusals('long enough', 'Better1Horse!', 'other');
    expect(messages).toEqual(['', '', 'New password and Confirm password must be same']);
  });

  it('refuses characters outside the rule', { tags: ['PASSWORD-19'] }, async () => {
    const messages = await refusals('long enough', 'Abcdefg1!_', 'Abcdefg1!_');
    expect(messages).toEqual(['', 'Please use only letters, numbers and the symbols #?!@$%^&*-', '']);
  });
});
