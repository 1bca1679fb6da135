import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { appReply } from '../../../../../tests/app-reply.ts';
import { ada } from '../../../../../tests/builder-server.ts';
import { open, withBuilderServer } from '../../../../../tests/open-app.tsx';

const server = withBuilderServer();
const save = 'PUT /api/content/manage-app';
const saved = () => {
  const request = server.current.seen.find(({ method, url }) => `${method} ${url}` === save);
  return request && (JSON.parse(request.body) as Record<string, unknown>);
};
const slow = { timeout: 20_000 };

beforeEach(() => {
  server.current.state.user = ada;
  server.current.state.replies = {
    'GET /api/content/manage-app/app_1': { data: appReply },
    'GET /api/content/apps': {
      data: { items: [{ ...appReply, appId: 'app_2', name: 'Expert' }], nextCursor: null, total: 1 },
    },
    [save]: { data: appReply },
  };
  open('/apps/app_1?tab=settings');
});

const openBot = async () =>
  userEvent.click(await screen.findByRole('button', { name: /^Configure Bot/ }, slow));

describe('the configuration of an app', () => {
  it('is automatic with its reasons, and is where the manual one starts', { tags: ['APP-19'] }, async () => {
    await openBot();
    expect(await screen.findByText('Several knowledge bases share them.', {}, slow)).toBeDefined();
    expect(screen.queryByLabelText('Chunks (top K)')).toBeNull();
    await userEvent.click(screen.getByRole('radio', { name: 'Manual' }));
    expect(screen.getByLabelText<HTMLInputElement>('Chunks (top K)').value).toBe('12');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(saved()).toMatchObject({ configuration: 'MANUAL', retrieval: { topK: 12 } }));
  });
});

describe('the model of an app', () => {
  it('is one that a provider of the company offers', { tags: ['MODEL-02'] }, async () => {
    const model = { modelId: 'prv_1/writer', label: 'writer', provider: 'Ours', type: 'CHAT' };
    server.current.state.replies['GET /api/tenant/models'] = {
      data: { models: [{ ...model, isDefault: false, extractive: false }] },
    };
    await openBot();
    await userEvent.click(await screen.findByRole('radio', { name: 'Manual' }, slow));
    await userEvent.click(screen.getByRole('combobox', { name: 'Model' }));
    await userEvent.click(await screen.findByRole('option', { name: /^writer/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(saved()).toMatchObject({ modelId: 'prv_1/writer' }));
  });
});

describe('what answers an app', () => {
  it('says what is missing for a flow and an agent, and takes another app', {
    tags: ['APP-05'],
  }, async () => {
    await openBot();
    const flow = await screen.findByRole<HTMLInputElement>('radio', { name: 'A flow' }, slow);
    expect(flow.disabled).toBe(true);
    expect(screen.getByText('No flow can answer yet.')).toBeDefined();
    await userEvent.click(screen.getByRole('radio', { name: 'Another app' }));
    await userEvent.click(screen.getByRole('combobox', { name: 'App that answers' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Expert', hidden: true }));
    expect(screen.queryByRole('textbox', { name: 'Instructions' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(saved()).toMatchObject({ orchestration: 'APP', answererId: 'app_2' }));
  });
});
