import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { ada } from '../../../../../tests/builder-server.ts';
import { open, withBuilderServer } from '../../../../../tests/open-app.tsx';
import { baseReply, connectorReplies, pageReply } from '../../../../../tests/source-replies.ts';

const path = '/api/content/knowledge-base/kb_1';
const seeing = {
  modelId: 'prv_1/gpt',
  label: 'gpt',
  provider: 'Ours',
  type: 'VISION',
  isDefault: true,
  extractive: false,
};
const seen = { hasSeenKbGuide: true, hasSeenAppGuide: true, hasSeenAgentGuide: true };

const server = withBuilderServer();

beforeEach(() => {
  server.current.state.user = { ...ada, userWalkthroughTutorials: seen };
  server.current.state.replies = {
    [`GET ${path}`]: { data: baseReply },
    [`PUT ${path}`]: { data: { ...baseReply, imageHandling: 'PAGE' } },
    'GET /api/content/knowledge-bases': pageReply([baseReply]),
    'GET /api/tenant/models': { data: { models: [seeing] } },
    'GET /api/import/connectors': { data: { connectors: connectorReplies } },
    'GET /api/import/accepted-files': { data: { endings: ['.pdf', '.txt'], maxBytes: 1024 } },
    'POST /api/content/knowledge-base': { data: baseReply },
    'POST /api/import/v2/import-estimate': {
      data: { documents: 1, pages: 1, tokens: 1, seconds: 1, credits: 0, isExact: true, note: null },
    },
  };
});

const bodyOf = (method: string, url: string) =>
  waitFor(() => {
    const request = server.current.seen.find((each) => each.method === method && each.url === url);
    if (!request) throw new Error(`No ${method} ${url} yet.`);
    return JSON.parse(request.body) as Record<string, unknown>;
  });
const way = (name: string) => screen.findByRole<HTMLInputElement>('radio', { name });

describe('how pictures are read', () => {
  it('is chosen in the settings of a knowledge base, and saved at once', {
    tags: ['IMPORT-34'],
  }, async () => {
    open('/knowledge-base/kb_1/settings');
    expect((await way('Text recognition')).checked).toBe(true);
    const page = await way('Describe each page');
    await waitFor(() => expect(page.disabled).toBe(false));
    await userEvent.click(page);
    expect(await bodyOf('PUT', path)).toEqual({ imageHandling: 'PAGE' });
    expect((await way('Describe the pictures')).value).toBe('IMAGES');
  });

  it('says what is missing while no model sees', { tags: ['IMPORT-34'] }, async () => {
    server.current.state.replies['GET /api/tenant/models'] = { data: { models: [] } };
    open('/knowledge-base/kb_1/settings');
    expect(await screen.findByText(/add a vision model under Models first/)).toBeDefined();
    expect((await way('Describe each page')).disabled).toBe(true);
    expect((await way('Text recognition')).disabled).toBe(false);
  });

  it('is chosen for a new knowledge base on the way to an import, and counts in the estimate', {
    tags: ['IMPORT-34'],
  }, async () => {
    open('/knowledge-base/data-import');
    const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
    await press('Continue');
    const input = await waitFor(() => {
      const found = document.querySelector<HTMLInputElement>('input[type=file]:not([webkitdirectory])');
      if (!found) throw new Error('No file input yet.');
      return found;
    });
    await userEvent.upload(input, new File(['%PDF-'], 'scan.pdf'), { applyAccept: false });
    await screen.findByText(/^1 file,/);
    await press('Continue');
    await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), 'Scans');
    await userEvent.click(screen.getByRole('button', { name: /^Advanced/ }));
    const images = await way('Describe the pictures');
    await waitFor(() => expect(images.disabled).toBe(false));
    await userEvent.click(images);
    await press('Continue');
    const asked = await bodyOf('POST', '/api/import/v2/import-estimate');
    expect(asked).toMatchObject({ imageHandling: 'IMAGES', files: [{ name: 'scan.pdf', size: 5 }] });
    await press('Start import');
    expect(await bodyOf('POST', '/api/content/knowledge-base')).toMatchObject({ imageHandling: 'IMAGES' });
  });
});
