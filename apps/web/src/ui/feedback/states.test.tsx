import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderUi } from '../../../tests/render-ui.tsx';
import { CopyButton } from '../content/copy-button.tsx';
import { copiedIndicatorMs } from '../content/use-copied.ts';
import { NotAvailable } from './not-available.tsx';
import { QueryView } from './query-view.tsx';
import { StatusBadge } from './status-badge.tsx';

afterEach(cleanup);

describe('a query view', () => {
  const failed = Object.assign(new Error('Service Temporarily Unavailable'), {
    code: 'server.unavailable',
    status: 503,
    requestId: 'req_9',
  });
  const show = (query: { data?: string[]; error?: unknown; refetch?: () => unknown }) =>
    renderUi(
      <QueryView
        query={{
          data: query.data,
          error: query.error,
          refetch: query.refetch ?? vi.fn<(value?: unknown) => void>(),
        }}
        isEmpty={(data) => data.length === 0}
        empty={<p>Nothing here yet</p>}
      >
        {(data) => <p>{data.join()}</p>}
      </QueryView>,
    );

  it('shows that it loads, that there is nothing, and the data', async () => {
    await show({});
    expect(screen.getByRole('status', { name: 'Loading' })).toBeTruthy();
    await show({ data: [] });
    expect(screen.getByText('Nothing here yet')).toBeTruthy();
    await show({ data: ['a', 'b'] });
    expect(screen.getByText('a,b')).toBeTruthy();
  });

  it('shows message, request id and a way to try again', async () => {
    const refetch = vi.fn<(value?: unknown) => void>();
    await show({ error: failed, refetch });
    expect(screen.getByRole('alert').textContent).toContain('Service Temporarily Unavailable');
    expect(screen.getByText('req_9')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(refetch).toHaveBeenCalledOnce();
  });

  it('keeps the data when a refresh fails', async () => {
    await show({ data: ['kept'], error: failed });
    expect(screen.getByText('kept')).toBeTruthy();
  });

  it('does not show the words of a programming error', { tags: ['ERROR-17'] }, async () => {
    await show({ error: new TypeError('x is not a function') });
    expect(screen.getByRole('alert').textContent).toContain('Something went wrong. Please try again.');
  });
});

it('tells every status by an icon of its own as well as by colour', () => {
  const tones = ['neutral', 'info', 'progress', 'success', 'warning', 'danger'] as const;
  const icons = tones.map((tone) => {
    const { container } = render(<StatusBadge tone={tone}>x</StatusBadge>);
    return container.querySelector('svg')?.getAttribute('class');
  });
  expect(new Set(icons).size).toBe(tones.length);
});

it('shows copied for two seconds', { tags: ['UI-07', 'CONST-10'] }, async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await renderUi(<CopyButton value="secret" label="Copy link" withText />);
  await userEvent.setup({ advanceTimers: vi.advanceTimersByTime }).click(screen.getByText('Copy link'));
  expect(await navigator.clipboard.readText()).toBe('secret');
  expect(screen.getByText('Copied')).toBeTruthy();
  expect(copiedIndicatorMs).toBe(2000);
  act(() => {
    vi.advanceTimersByTime(2001);
  });
  expect(screen.getByText('Copy link')).toBeTruthy();
  vi.useRealTimers();
});

describe('the Not Available screen', () => {
  it.each([
    ['app', 'App Not Available'],
    ['agent', 'Agent Not Available'],
  ] as const)('names the kind %s in its title', { tags: ['ROUTE-67', 'ROUTE-69'] }, (kind, title) => {
    render(<NotAvailable kind={kind} />);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(title);
  });

  it.each(['app', 'agent'] as const)(
    'says that the link to an %s was deleted or deactivated',
    { tags: ['ROUTE-63', 'ROUTE-68'] },
    (kind) => {
      render(<NotAvailable kind={kind} />);
      const text = `The link to this ${kind} appears to be deleted or deactivated. Please contact your product Admin.`;
      expect(screen.getByText(text)).toBeTruthy();
    },
  );

  it('has an alert icon above its title and message', { tags: ['ROUTE-65'] }, () => {
    const { container } = render(<NotAvailable kind="app" />);
    expect(container.querySelector('main svg')).not.toBeNull();
    expect(container.querySelector('main svg ~ h1 ~ p, main h1 ~ p')).not.toBeNull();
  });

  it('has a logo that goes to the root and a copyright of this year', {
    tags: ['ROUTE-64', 'ROUTE-66'],
  }, () => {
    render(<NotAvailable kind="app" />);
    expect(screen.getByRole('link', { name: /Atelier/ }).getAttribute('href')).toBe('/');
    expect(screen.getByRole('contentinfo').textContent).toContain(`© ${new Date().getFullYear()}`);
  });
});
