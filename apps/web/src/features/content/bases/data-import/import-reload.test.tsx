import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  addFile,
  choose,
  fill,
  go,
  goWithWebsite,
  readyToImport,
  show,
} from '../../../../../tests/import-wizard.tsx';
import { heading, open, withBuilderServer } from '../../../../../tests/open-app.tsx';

const server = withBuilderServer();

beforeEach(() => readyToImport(server.current));

describe('the import wizard, reloaded', () => {
  /** Simulates a reload in a browser: the page goes away and comes back at the same address. */
  const reload = async () => {
    dispatchEvent(new Event('pagehide'));
    cleanup();
    open(`${location.pathname}${location.search}`);
    await heading('Import documents');
  };

  it('continues after a reload where it was, with everything that was filled in', async () => {
    await show();
    await goWithWebsite();
    await fill('Name', 'Docs');
    await reload();
    await reload();
    await screen.findByRole('group', { name: 'Text Data Refinement' });
    expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' })).value).toBe('Docs');
    await userEvent.click(screen.getByRole('button', { name: 'Back' }));
    const address = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Address' });
    expect(address.value).toBe('docs.example.com');
  });

  it('shows after a reload the import that has begun; a link begins another one', async () => {
    const address = '/knowledge-base/data-import?base=kb_1';
    await show(address);
    await goWithWebsite('a.example');
    await go('Execute and Finish');
    await userEvent.click(screen.getByRole('button', { name: 'Start import' }));
    await screen.findByRole('button', { name: 'Manage Knowledge Base' });
    await reload();
    await screen.findByRole('button', { name: 'Manage Knowledge Base' });
    const begun = server.current.seen.filter(({ url }) => url === '/api/import/v2/import-init');
    expect(begun).toHaveLength(1);
    dispatchEvent(new Event('pagehide'));
    cleanup();
    await show(address);
    expect(screen.getByRole('radio', { name: 'Documents', checked: true })).toBeDefined();
  });

  it('asks after a reload for the files, which no browser keeps, and names that step in the address', async () => {
    await show();
    await go('Data Source Configuration');
    await addFile(new File(['Leave'], 'leave.txt'));
    await go('Text Data Refinement');
    await fill('Name', 'Leave');
    await reload();
    await screen.findByText(/^Please choose your file again/);
    await waitFor(() => expect(location.search).toContain('step=configuration'));
    await addFile(new File(['Leave'], 'leave.txt'));
    expect(screen.queryByText(/^Please choose your file again/)).toBeNull();
    await go('Text Data Refinement');
    expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' })).value).toBe('Leave');
  });

  it('forgets what was filled in once the screen is left', async () => {
    await show();
    await choose('Website');
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(location.pathname).toBe('/knowledge-base'));
    cleanup();
    await show('/knowledge-base/data-import?step=finish');
    expect(screen.getByRole('radio', { name: 'Documents', checked: true })).toBeDefined();
    await waitFor(() => expect(location.search).toContain('step=source'));
  });
});
