import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { appReply } from '../../../../../tests/app-reply.ts';
import { ada } from '../../../../../tests/builder-server.ts';
import { open, withBuilderServer } from '../../../../../tests/open-app.tsx';

const server = withBuilderServer();
const slow = { timeout: 20_000 };
const withIcon = { ...appReply, botIconId: 'img_1', botIcon: '/api/content/chatbot/app_1/images/img_1' };
const saved = () => {
  const request = server.current.seen.find(
    ({ method, url }) => `${method} ${url}` === 'PUT /api/content/manage-app',
  );
  return request && (JSON.parse(request.body) as Record<string, unknown>);
};

beforeEach(() => {
  server.current.state.user = ada;
  server.current.state.replies = {
    'GET /api/content/manage-app/app_1': { data: appReply },
    'PUT /api/content/bot-icon/app_1': { data: withIcon },
    'PUT /api/content/manage-app': { data: appReply },
  };
  open('/apps/app_1?tab=settings');
});

describe('the look of an app', () => {
  it('takes an icon at once, refuses what is no picture, and leaves nothing unsaved', {
    tags: ['APP-16'],
  }, async () => {
    await userEvent.click(await screen.findByRole('button', { name: /^Appearance\s*Bot/ }, slow));
    const input = await screen.findByLabelText<HTMLInputElement>('Bot icon', { selector: 'input' }, slow);
    const user = userEvent.setup({ applyAccept: false });
    await user.upload(input, new File(['<svg/>'], 'icon.svg', { type: 'image/svg+xml' }));
    expect(await screen.findByText(/^Please choose a picture of the type PNG/)).toBeDefined();
    await user.upload(input, new File(['x'], 'icon.png', { type: 'image/png' }));
    expect(await screen.findByText('Picture saved')).toBeDefined();
    expect(screen.getByAltText('Bot icon').getAttribute('src')).toBe(withIcon.botIcon);
    expect(screen.queryByText('You have unsaved changes.')).toBeNull();
  });
});

describe('the form for visitors', () => {
  it('is switched on with the fields that it asks for', { tags: ['APP-17', 'APP-18'] }, async () => {
    await userEvent.click(await screen.findByRole('button', { name: /^Visitors/ }, slow));
    await userEvent.click(await screen.findByRole('switch', { name: /Ask visitors who they are/ }, slow));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Name' }));
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(saved()).toMatchObject({ collectUserInfo: true, userInfoFields: ['EMAIL'] }));
  });
});
