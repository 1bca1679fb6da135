import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { open, withBuilderServer } from '../../../../../tests/open-app.tsx';

const server = withBuilderServer();
const address = '/api/orchestrator/resume/a.b';

describe('the page of a waiting run', () => {
  it('continues it by its button only, and passes on the query', async () => {
    server.current.state.user = null;
    server.current.state.replies[`POST ${address}`] = { data: { resumed: true } };
    open('/resume/a.b?choice=yes');
    const button = await screen.findByRole('button', { name: 'Continue' });
    const sent = () => server.current.seen.filter(({ url }) => url.startsWith(address));
    expect(sent()).toEqual([]);
    await userEvent.click(button);
    expect(await screen.findByText('The flow goes on. You can close this page.')).toBeTruthy();
    expect(sent().map(({ method, url }) => `${method} ${url}`)).toEqual([`POST ${address}?choice=yes`]);
  });
});
