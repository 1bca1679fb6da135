import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { appReply } from '../../../../../tests/app-reply.ts';
import { ada } from '../../../../../tests/builder-server.ts';
import { open, withBuilderServer } from '../../../../../tests/open-app.tsx';
import { baseReply, pageReply } from '../../../../../tests/source-replies.ts';

const help = { appId: 'app_1', name: 'Help desk' };
const path = '/api/content/knowledge-base/kb_1';

describe('the settings of a knowledge base', () => {
  const server = withBuilderServer();

  const openSettings = (base: object = baseReply) => {
    server.current.state.user = ada;
    server.current.state.replies = {
      [`GET ${path}`]: { data: base },
      'GET /api/content/knowledge-bases': pageReply([
        baseReply,
        { ...baseReply, knowledgeBaseId: 'kb_2', name: 'Other base' },
      ]),
    };
    open('/knowledge-base/kb_1/settings');
  };
  const sent = (method: string, to: string) =>
    waitFor(() => {
      const request = server.current.seen.find((each) => each.method === method && each.url === to);
      if (!request) throw new Error(`No ${method} ${to} yet.`);
      return JSON.parse(request.body) as unknown;
    });

  it('name the apps before it is switched off, and give each of them another one in place', {
    tags: ['KB-12', 'KB-13'],
  }, async () => {
    openSettings({ ...baseReply, apps: [help] });
    const app = { ...appReply, knowledgeBaseIds: ['kb_1', 'kb_3'] };
    Object.assign(server.current.state.replies, {
      'GET /api/content/manage-app/app_1': { data: app },
      'PUT /api/content/manage-app': { data: app },
      [`PUT ${path}`]: { data: { ...baseReply, status: 'OFF' } },
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Switch off' }));
    const dialog = await screen.findByRole('dialog', { name: 'Switch “Handbook” off?' });
    expect(within(dialog).getByText(/1 app would be left without answers/)).toBeDefined();
    expect(within(dialog).getByRole('link', { name: 'Help desk' }).getAttribute('href')).toBe('/apps/app_1');
    expect(within(dialog).getByRole('button', { name: 'Switch off' })).toHaveProperty('disabled', true);
    fireEvent.click(within(dialog).getByLabelText('Knowledge base', { selector: 'input' }));
    fireEvent.click(await screen.findByRole('option', { name: 'Other base', hidden: true }));
    server.current.state.replies[`GET ${path}`] = { data: baseReply };
    fireEvent.click(within(dialog).getByRole('button', { name: 'Switch Help desk' }));
    expect(await sent('PUT', '/api/content/manage-app')).toEqual({
      appId: 'app_1',
      knowledgeBaseIds: ['kb_3', 'kb_2'],
    });
    await within(dialog).findByText(/No app answers from it/);
    server.current.state.replies[`GET ${path}`] = { data: { ...baseReply, status: 'OFF' } };
    fireEvent.click(within(dialog).getByRole('button', { name: 'Switch off' }));
    expect(await sent('PUT', path)).toEqual({ status: 'OFF' });
    expect(await screen.findByText('This knowledge base is off')).toBeDefined();
    const name = screen.getByRole('heading', { level: 1, name: 'Handbook', hidden: true });
    expect(name.parentElement?.textContent).toBe('HandbookOff');
  });

  it('keep a filter and reranking for every app', { tags: ['KB-05', 'RETRIEVE-02'] }, async () => {
    openSettings();
    server.current.state.replies[`PUT ${path}`] = { data: baseReply };
    fireEvent.click(await screen.findByRole('button', { name: 'More settings' }));
    fireEvent.click(await screen.findByRole('switch', { name: /^Rerank/ }));
    fireEvent.click(screen.getByRole('button', { name: 'Add a condition' }));
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await sent('PUT', path)).toMatchObject({
      retrieval: { mode: 'AUTO', rerank: { enabled: true, method: 'LEXICAL', candidates: 20 }, filter: [] },
    });
  });

  it('keep it private or open it to everyone, and summarize what comes in', {
    tags: ['KB-03', 'KB-11'],
  }, async () => {
    openSettings({ ...baseReply, share: 'EVERYONE' });
    server.current.state.replies[`PUT ${path}`] = { data: baseReply };
    expect(await screen.findByRole('radio', { name: 'Everyone in your company' })).toHaveProperty(
      'checked',
      true,
    );
    fireEvent.click(screen.getByRole('radio', { name: /^Private/ }));
    expect(await sent('PUT', path)).toEqual({ share: 'PRIVATE' });
    await waitFor(() =>
      expect(screen.getByRole('switch', { name: /^Summarize/ })).toHaveProperty('disabled', false),
    );
    server.current.seen.length = 0;
    fireEvent.click(screen.getByRole('switch', { name: /^Summarize/ }));
    expect(await sent('PUT', path)).toEqual({ summarize: true });
  });

  it('keep the language model that writes for it, or the default again', {
    tags: ['KB-05', 'KB-07'],
  }, async () => {
    openSettings({ ...baseReply, languageModelId: 'prv_1/large' });
    const model = { modelId: 'prv_1/large', label: 'large', provider: 'Ours', type: 'CHAT' };
    const standard = { ...model, modelId: 'prv_1/small', label: 'small', isDefault: true };
    Object.assign(server.current.state.replies, {
      [`PUT ${path}`]: { data: baseReply },
      'GET /api/tenant/models': {
        data: {
          models: [
            { ...standard, extractive: false },
            { ...model, isDefault: false, extractive: false },
          ],
        },
      },
    });
    const picker = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Language model' });
    await waitFor(() => expect(picker.value).toBe('large (Ours)'));
    fireEvent.click(picker);
    fireEvent.click(await screen.findByRole('option', { name: 'Your default: small' }));
    expect(await sent('PUT', path)).toEqual({ languageModelId: null });
  });
});
