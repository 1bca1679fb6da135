import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { ada } from '../../../../tests/builder-server.ts';
import { heading, open, withBuilderServer } from '../../../../tests/open-app.tsx';

const testCall = 'POST /api/tenant/model-providers/test';
const builtinCall = 'GET /api/tenant/models/built-in';
const addressesCall = 'GET /api/tenant/model-addresses';
const allowCall = 'POST /api/tenant/model-addresses';
const field = { help: '', secret: false, required: true, example: '' };
const compatible = {
  kind: 'openai-compatible',
  label: 'OpenAI-compatible',
  description: 'A server of your own.',
  fields: [
    { ...field, name: 'baseUrl', label: 'Address' },
    {
      ...{ ...field, name: 'protocol', label: 'Protocol for chat models', required: false },
      choices: [
        { value: 'chat-completions', label: 'Chat completions' },
        { value: 'responses', label: 'Responses' },
      ],
    },
  ],
};
const allowed = {
  addressId: 'mad_1',
  address: '127.0.0.1:11434',
  allowedAt: '2026-03-01T00:00:00.000Z',
};
const refused = {
  ok: false,
  message: '127.0.0.1 is not a public address. Set the line OUTBOUND_ALLOW=127.0.0.1:11434 in the file .env.',
  models: [],
  latencyMs: 3,
  mayAllow: '127.0.0.1:11434',
};

const server = withBuilderServer();
beforeEach(() => {
  const { state } = server.current;
  state.user = ada;
  state.replies = {
    'GET /api/tenant/model-providers': { data: { providers: [] } },
    'GET /api/tenant/models': { data: { models: [] } },
    'GET /api/tenant/model-providers/types': { data: { types: [compatible] } },
    [builtinCall]: { data: { models: [], canDownload: false } },
    [addressesCall]: { data: { addresses: [] } },
    [allowCall]: { data: allowed },
    [testCall]: { data: refused },
  };
});

const called = (call: string) =>
  server.current.seen.filter(({ method, url }) => `${method} ${url.split('?')[0]}` === call);

it('offers the protocols of a provider, of which the first counts when none is chosen', async () => {
  open('/models?new=1');
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.type(dialog.getByLabelText(/^Address/), 'http://127.0.0.1:11434/v1');
  const select = dialog.getByLabelText<HTMLSelectElement>('Protocol for chat models');
  expect([...select.options].map(({ text }) => text)).toEqual(['Chat completions', 'Responses']);
  const settingsOfLast = () =>
    (JSON.parse(called(testCall).at(-1)?.body ?? '{}') as { settings: object }).settings;
  await userEvent.click(dialog.getByRole('button', { name: 'Test' }));
  await dialog.findByText(/is not a public address/);
  expect(settingsOfLast()).toEqual({ baseUrl: 'http://127.0.0.1:11434/v1' });
  await userEvent.selectOptions(select, 'Responses');
  await userEvent.click(dialog.getByRole('button', { name: 'Test' }));
  await waitFor(() =>
    expect(settingsOfLast()).toEqual({ baseUrl: 'http://127.0.0.1:11434/v1', protocol: 'responses' }),
  );
});

describe('a model provider at a private address', () => {
  const testInDialog = async () => {
    open('/models?new=1');
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.type(dialog.getByLabelText(/^Address/), 'http://127.0.0.1:11434/v1');
    await userEvent.click(dialog.getByRole('button', { name: 'Test' }));
    await dialog.findByText(/is not a public address/);
    return dialog;
  };
  const allowButton = { name: 'Allow this server to be reached from here' };

  it('is allowed with a button in the refusal, and is then tested again by itself', async () => {
    const dialog = await testInDialog();
    const { replies } = server.current.state;
    replies[testCall] = { data: { ok: true, message: '', models: ['qwen'], latencyMs: 4, mayAllow: null } };
    await userEvent.click(dialog.getByRole('button', allowButton));
    await dialog.findByText(/It works: answered in 4 ms\. 1 model found\./);
    expect(called(allowCall).map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      { address: '127.0.0.1:11434' },
    ]);
    expect(called(testCall).length).toBe(2);
    expect(dialog.queryByRole('button', allowButton)).toBeNull();
    // The server's only model is selected automatically.
    expect(dialog.getByText('qwen', { selector: '[data-with-remove] *' })).toBeTruthy();
  });

  it('tells a possible operator how to get that button', async () => {
    const { replies } = server.current.state;
    replies[testCall] = { data: { ...refused, mayAllow: null } };
    replies['GET /api/auth/operator'] = { data: { state: 'UNPROVEN', sendsMail: false } };
    const dialog = await testInDialog();
    expect(await dialog.findByText(/Open the link that the server printed/)).toBeTruthy();
  });

  it('shows no button to whom the server does not say that they may allow it', async () => {
    server.current.state.replies[testCall] = { data: { ...refused, mayAllow: null } };
    const dialog = await testInDialog();
    expect(dialog.queryByRole('button', allowButton)).toBeNull();
    expect(dialog.getByRole('button', { name: 'Copy OUTBOUND_ALLOW=127.0.0.1:11434' })).toBeTruthy();
  });

  it('is listed while it is allowed, and closed after a question', async () => {
    const { replies } = server.current.state;
    replies[addressesCall] = { data: { addresses: [allowed] } };
    replies['DELETE /api/tenant/model-addresses/mad_1'] = { data: { done: true } };
    open('/models');
    await heading('Models');
    await userEvent.click(await screen.findByRole('button', { name: 'Remove 127.0.0.1:11434' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove 127.0.0.1:11434?' }));
    replies[addressesCall] = { data: { addresses: [] } };
    await userEvent.click(dialog.getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(screen.queryByText('Allowed addresses')).toBeNull());
    expect(called('DELETE /api/tenant/model-addresses/mad_1').length).toBe(1);
  });
});

describe('the embedding models of the server', () => {
  const model = {
    modelId: 'prv_operator_builtin/small',
    label: 'small-model',
    languages: 'English',
    licence: 'Apache-2.0',
    state: 'DOWNLOADING',
    bytes: 12 * 1024 * 1024,
    totalBytes: 24 * 1024 * 1024,
    reason: null,
    folder: null,
    files: [],
  };
  const show = (change: object, canDownload = false) => {
    server.current.state.replies[builtinCall] = { data: { models: [{ ...model, ...change }], canDownload } };
    open('/models');
    return screen.findByRole('heading', { name: 'Embedding models on this server' });
  };

  it('show how far a download is', async () => {
    await show({});
    screen.getByText('Downloading');
    expect(screen.getByRole('progressbar', { name: '12 MB of 24 MB' }).getAttribute('value')).toBe('50');
    expect(screen.queryByRole('button', { name: 'Look again' })).toBeNull();
  });

  it('tell the operator why a download failed and where the files can be put, and look again', async () => {
    const call = 'POST /api/tenant/models/built-in/download';
    const sha256 = 'a'.repeat(64);
    const missing = {
      name: 'model.onnx',
      bytes: 22 * 1024 * 1024,
      address: 'https://mirror.example/model.onnx',
    };
    const present = {
      name: 'tokenizer.json',
      bytes: 2 * 1024 * 1024,
      address: 'https://mirror.example/tokenizer.json',
    };
    const files = [
      { ...missing, sha256, state: 'MISSING' },
      { ...present, sha256, state: 'READY' },
    ];
    const ready = { ...model, state: 'READY', bytes: model.totalBytes };
    server.current.state.replies[call] = { data: { models: [ready], canDownload: true } };
    await show(
      {
        state: 'FAILED',
        reason: 'mirror.example answered with status 404.',
        folder: '/data/models/small',
        files,
      },
      true,
    );
    screen.getByText(/mirror.example answered with status 404/);
    screen.getByText('/data/models/small');
    const [network, tokenizer] = ['model.onnx', 'tokenizer.json'].map((name) =>
      screen.getByText(name).closest('li'),
    );
    expect(network?.textContent).toContain(
      'model.onnx (22 MB) is missing. Download it from https://mirror.example/model.onnx',
    );
    expect(network?.textContent).toContain('SHA-256 begins with aaaaaaaaaaaa');
    expect(tokenizer?.textContent).toBe('tokenizer.json (2 MB) is there. ');
    server.current.state.replies[builtinCall] = { data: { models: [ready], canDownload: true } };
    await userEvent.click(screen.getByRole('button', { name: 'Look again' }));
    await screen.findByText('Ready');
    expect(called(call)).toHaveLength(1);
    expect(screen.queryByRole('button', { name: 'Look again' })).toBeNull();
  });

  it('tell others who can bring the weights', async () => {
    await show({ state: 'MISSING', bytes: 0 });
    expect(
      screen.queryByText(/Until the operator of this server has brought its weights here/),
    ).not.toBeNull();
  });

  it('are not mentioned where the operator chose none', async () => {
    open('/models');
    await screen.findByRole('heading', { name: 'Models', level: 1 });
    expect(screen.queryByText('Embedding models on this server')).toBeNull();
  });
});
