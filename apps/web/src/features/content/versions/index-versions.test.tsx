import { IndexVersion } from '@atelier/contracts/content/versions/index-versions';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ada } from '../../../../tests/builder-server.ts';
import { open, withBuilderServer } from '../../../../tests/open-app.tsx';
import { baseReply, pageReply } from '../../../../tests/source-replies.ts';

const path = '/api/content/knowledge-base/kb_1/index-versions';

const version = (given: object = {}) =>
  IndexVersion.parse({
    indexVersionId: 'ixv_1',
    status: 'ACTIVE',
    chunking: {},
    embeddingModelId: null,
    vectorStore: 'EMBEDDED',
    language: 'english',
    format: 2,
    connectionId: null,
    documents: 2,
    chunks: 9,
    bytes: 20_480,
    pending: 0,
    creditLimit: null,
    spentCredits: 0,
    createdAt: '2026-03-01T00:00:00.000Z',
    retiredAt: null,
    deletedAt: null,
    run: null,
    abilities: { canCompare: false, canSwitch: false, canCancel: false, canResume: false, canRemove: false },
    ...given,
  });

const done = { status: 'COMPLETED', progress: 1, stage: null, note: null, error: null, switches: false };
const built = version({
  indexVersionId: 'ixv_2',
  status: 'BUILDING',
  chunking: { maxTokens: 200, overlapTokens: 20 },
  pending: 1,
  run: done,
  abilities: { canCompare: true, canSwitch: true, canCancel: false, canResume: true, canRemove: true },
});

describe('the index of a knowledge base', () => {
  const server = withBuilderServer();

  const openIndex = (items: object[], handwritten = 0, user = ada) => {
    server.current.state.user = user;
    server.current.state.replies = {
      'GET /api/content/knowledge-base/kb_1': { data: baseReply },
      [`GET ${path}`]: { data: { items, handwritten } },
      'GET /api/tenant/models': { data: { models: [] } },
      'GET /api/content/v2/connections': pageReply([]),
    };
    open('/knowledge-base/kb_1/index');
  };
  const sent = (method: string, to: string) =>
    waitFor(() => {
      const request = server.current.seen.find((each) => each.method === method && each.url === to);
      if (!request) throw new Error(`No ${method} ${to} yet.`);
      return request.body === '' ? {} : (JSON.parse(request.body) as object);
    });

  it('is tried with other settings, estimated before it begins', { tags: ['KB-04', 'KB-05'] }, async () => {
    openIndex([version()]);
    const estimate = { documents: 2, chunks: 18, tokens: 4000, credits: 0.25, seconds: 20 };
    Object.assign(server.current.state.replies, {
      [`POST ${path}/estimate`]: { data: estimate },
      [`POST ${path}`]: { data: built },
    });
    expect(await screen.findByText('Answers now')).toBeDefined();
    fireEvent.click(await screen.findByRole('button', { name: /^Size, overlap and cleaning/ }));
    // All versions share one cleaned text, so its cleaning cannot be changed here.
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Collapse blanks' }).disabled).toBe(true);
    const size = await screen.findByLabelText('Chunk size');
    fireEvent.change(size, { target: { value: '200 tokens' } });
    fireEvent.click(screen.getByRole('combobox', { name: 'Language of the documents' }));
    fireEvent.click(await screen.findByRole('option', { name: 'German' }));
    fireEvent.click(screen.getByRole('button', { name: 'Estimate' }));
    expect(await screen.findByText('4,000 tokens')).toBeDefined();
    expect(screen.getByText('0.25')).toBeDefined();
    server.current.state.replies[`GET ${path}`] = { data: { items: [built, version()], handwritten: 0 } };
    fireEvent.click(screen.getByRole('button', { name: 'Start building' }));
    expect(await sent('POST', path)).toMatchObject({
      chunking: { maxTokens: 200 },
      language: 'german',
      creditLimit: null,
    });
    expect(await screen.findByText(/One version is being tried out/)).toBeDefined();
  });

  it('is compared by test questions, and switched after the dialog has named the consequences', {
    tags: ['KB-04'],
  }, async () => {
    openIndex([built, version()], 3);
    const finding = { rank: 2, found: 1 };
    Object.assign(server.current.state.replies, {
      [`POST ${path}/ixv_2/compare`]: {
        data: {
          topK: 8,
          active: { recall: 0.5, mrr: 0.25 },
          candidate: { recall: 1, mrr: 0.75 },
          pending: 1,
          questions: [
            {
              savedQuestionId: 'svq_1',
              query: 'How many days?',
              expected: 1,
              active: { rank: null, found: 0 },
              candidate: finding,
              difference: 'BETTER',
            },
          ],
        },
      },
      [`POST ${path}/ixv_2/switch`]: { data: { ...built, status: 'ACTIVE' } },
    });
    const card = await screen.findByRole('listitem', { name: /200 tokens, 20 overlap/ });
    fireEvent.click(within(card).getByRole('button', { name: 'Compare' }));
    const table = await screen.findByRole('table', { name: 'Test questions compared' });
    const row = within(table).getByRole('row', { name: /How many days/ });
    for (const words of ['Not found', 'Place 2', 'Better'])
      expect(within(row).getByText(words)).toBeDefined();
    expect(within(card).getByText('100 %')).toBeDefined();
    fireEvent.click(within(card).getByRole('button', { name: 'Switch' }));
    const dialog = await screen.findByRole('dialog', { name: 'Switch to this version?' });
    expect(dialog.textContent).toContain('1 document changed meanwhile');
    expect(dialog.textContent).toContain('3 chunks written by hand');
    expect(dialog.textContent).toContain('kept for 7 days');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Switch' }));
    await sent('POST', `${path}/ixv_2/switch`);
  });

  it('is rolled back, and deleted after the dialog has named the consequences', {
    tags: ['KB-05'],
  }, async () => {
    const retired = { ...built, status: 'RETIRED', deletedAt: '2026-03-08T00:00:00.000Z' };
    openIndex([version(), retired]);
    Object.assign(server.current.state.replies, {
      [`POST ${path}/ixv_2/switch`]: { data: built },
      [`DELETE ${path}/ixv_2`]: { data: { done: true } },
    });
    const card = await screen.findByRole('listitem', { name: /200 tokens/ });
    expect(card.textContent).toContain('kept until');
    fireEvent.click(within(card).getByRole('button', { name: 'Roll back' }));
    const back = await screen.findByRole('dialog', { name: 'Roll back to this version?' });
    fireEvent.click(within(back).getByRole('button', { name: 'Roll back' }));
    await sent('POST', `${path}/ixv_2/switch`);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    fireEvent.click(within(card).getByRole('button', { name: 'Delete' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete this version?' });
    expect(dialog.textContent).toContain('9 chunks and their vectors go with it');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await sent('DELETE', `${path}/ixv_2`);
  });

  it('shows its progress and why it stopped, and can be continued', { tags: ['KB-05'] }, async () => {
    const error = { code: 'index_versions.limit_reached', message: 'The credit limit is reached.' };
    const stopped = {
      ...built,
      run: { ...done, status: 'FAILED', error },
      abilities: { ...built.abilities, canSwitch: false, canCompare: false },
    };
    openIndex([stopped, version()]);
    server.current.state.replies[`POST ${path}/ixv_2/resume`] = { data: built };
    const card = await screen.findByRole('listitem', { name: /200 tokens/ });
    expect(within(card).getByText('The credit limit is reached.')).toBeDefined();
    const run = { ...done, status: 'RUNNING', progress: 0.4, stage: '4 of 10 documents' };
    const abilities = { ...stopped.abilities, canCancel: true, canResume: false };
    server.current.state.replies[`GET ${path}`] = {
      data: { items: [{ ...stopped, run, abilities }, version()], handwritten: 0 },
    };
    fireEvent.click(within(card).getByRole('button', { name: 'Resume without a limit' }));
    expect(await sent('POST', `${path}/ixv_2/resume`)).toEqual({ creditLimit: null });
    const bar = await screen.findByRole('progressbar', { name: '4 of 10 documents' });
    expect(bar.getAttribute('value')).toBe('40');
    server.current.state.replies[`POST ${path}/ixv_2/cancel`] = { data: stopped };
    fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    await sent('POST', `${path}/ixv_2/cancel`);
  });

  it('is offered in a better form, which is built at a click and then compared', async () => {
    const offer = {
      improvements: ['DOCUMENT_NAMES', 'MEANING'],
      embeddingModelId: 'prv_operator_builtin/all-minilm-l6-v2',
      documents: 2,
      versionId: null,
    };
    openIndex([version({ format: 1 })]);
    Object.assign(server.current.state.replies, {
      [`GET ${path}/offer`]: { data: { offer } },
      [`POST ${path}`]: { data: built },
    });
    const panel = within(
      (await screen.findByRole('heading', { name: 'A better index is available' })).closest('section') ??
        document.body,
    );
    expect(panel.getByText(/by the name of their document/)).toBeDefined();
    expect(panel.getByText(/all-minilm-l6-v2.*costs nothing/)).toBeDefined();
    expect(panel.getByText(/2 documents will be read again beside the present index/)).toBeDefined();
    server.current.state.replies[`GET ${path}/offer`] = {
      data: { offer: { ...offer, versionId: built.indexVersionId } },
    };
    server.current.state.replies[`GET ${path}`] = {
      data: { items: [{ ...built, pending: 0 }, version({ format: 1 })], handwritten: 0 },
    };
    fireEvent.click(panel.getByRole('button', { name: 'Build the better index' }));
    expect(await sent('POST', path)).toEqual({ embeddingModelId: offer.embeddingModelId });
    const title = await screen.findByRole('heading', {
      name: 'A better index stands beside the present one',
    });
    const begun = within(title.closest('section') ?? document.body);
    expect(await begun.findByText('Ready to answer')).toBeDefined();
    const link = screen.getByRole('link', { name: 'Show progress, compare and switch' });
    expect(link.getAttribute('href')).toBe('/knowledge-base/kb_1/index');
  });

  it('is not offered in another form by somebody who may not change it', async () => {
    openIndex([version()], 0, { ...ada, role: 'USER', permissions: ['knowledge:read'] });
    expect(await screen.findByText('Answers now')).toBeDefined();
    expect(server.current.seen.some(({ url }) => url.endsWith('/offer'))).toBe(false);
  });
});
