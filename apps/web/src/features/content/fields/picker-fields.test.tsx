import type { Field, FieldType } from '@atelier/contracts/fields/fields';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { appReply } from '../../../../tests/app-reply.ts';
import {
  type BuilderServer,
  startBuilderServer,
  stopBuilderServers,
} from '../../../../tests/builder-server.ts';
import { type ShowOptions, showFields } from '../../../../tests/show-fields.tsx';
import { baseReply, connectionReply, pageReply } from '../../../../tests/source-replies.ts';
import { type AuthorizationOutcome, tellOutcome } from './authorization-channel.ts';

let server: BuilderServer;
beforeEach(async () => {
  server = await startBuilderServer();
});
afterEach(cleanup);
afterAll(stopBuilderServers);

const field = (type: FieldType, more: Partial<Field> = {}): Field => ({
  name: 'x',
  label: 'Thing',
  type,
  ...more,
});
const queriesTo = (path: string) =>
  server.seen
    .filter(({ url }) => url.startsWith(path))
    .map(({ url }) => Object.fromEntries(new URL(url, server.origin).searchParams));

const choose = async (name: string) => {
  await userEvent.click(screen.getByRole('combobox', { name: 'Thing' }));
  await userEvent.click(await screen.findByRole('option', { name }));
};

describe('choosing knowledge bases and apps', () => {
  const cases = [
    {
      type: 'KNOWLEDGE_BASE',
      list: '/api/content/knowledge-bases',
      get: '/api/content/knowledge-base',
      one: { ...baseReply, knowledgeBaseId: 'id_1' },
      none: /no knowledge bases yet/,
    },
    {
      type: 'APP',
      list: '/api/content/apps',
      get: '/api/content/app',
      one: { ...appReply, appId: 'id_1', name: 'Handbook' },
      none: /no apps yet/,
    },
  ] as const;

  for (const { type, list, one, none } of cases) {
    it(`searches while one types, and takes several: ${type}`, async () => {
      server.state.replies[`GET ${list}`] = pageReply([one]);
      const { values } = await showFields([field(type)]);
      await userEvent.type(screen.getByRole('combobox', { name: 'Thing' }), 'hand');
      await waitFor(() => expect(queriesTo(list).at(-1)).toMatchObject({ search: 'hand' }));
      await userEvent.click(await screen.findByRole('option', { name: 'Handbook' }));
      expect(values()['x']).toEqual(['id_1']);
    });

    it(`says when there are none, and keeps what is set: ${type}`, async () => {
      const { values } = await showFields([field(type)], { values: { x: ['id_9'] } });
      await screen.findByText(none);
      expect((await screen.findAllByText('No longer there (id_9)')).length).toBeGreaterThan(0);
      expect(values()['x']).toEqual(['id_9']);
    });
  }
});

describe('choosing a connection', () => {
  const list = '/api/content/v2/connections';
  const row = connectionReply({ name: 'Ours' });

  it('offers those of the service', { tags: ['FIELD-28'] }, async () => {
    server.state.replies[`GET ${list}`] = pageReply([row]);
    const { values } = await showFields([field('CONNECTIONS', { service: 'VECTOR_STORE' })]);
    await choose('Ours (Qdrant)');
    expect(values()['x']).toBe('con_1');
    expect(queriesTo(list)[0]).toMatchObject({ service: 'VECTOR_STORE' });
  });

  it('lets one be made on the spot, which is chosen then', { tags: ['FIELD-28'] }, async () => {
    server.state.replies[`GET ${list}`] = pageReply([]);
    const newConnection: NonNullable<ShowOptions['loaders']>['newConnection'] = ({ service, onCreated }) => (
      <button type="button" onClick={() => onCreated('con_2')}>
        Make one of {service}
      </button>
    );
    const { values } = await showFields([field('CONNECTIONS', { service: 'DATABASE' })], {
      loaders: { newConnection },
    });
    await screen.findByText('There are no connections for this yet.');
    await userEvent.click(screen.getByRole('button', { name: 'New connection' }));
    await userEvent.click(screen.getByRole('button', { name: 'Make one of DATABASE' }));
    expect(values()['x']).toBe('con_2');
    expect(screen.queryByRole('button', { name: 'Make one of DATABASE' })).toBeNull();
  });
});

/** Sends the outcome again until it is received: the form only listens once it knows the state. */
const told = (outcome: AuthorizationOutcome, words: string) =>
  waitFor(() => {
    tellOutcome(outcome);
    expect(screen.getByText(words)).toBeTruthy();
  });

describe('connecting an account', () => {
  const providers = 'GET /api/datasource/authorization-providers';
  const address = 'POST /api/datasource/get-authorization-url';
  const account = field('OAUTH2', { service: 'crm', required: true });
  let opened: { location: { href: string }; isClosed: boolean } | undefined;
  const realOpen = window.open;
  beforeEach(() => {
    server.state.replies[providers] = { data: { providers: [{ provider: 'crm', name: 'CRM' }] } };
    server.answersRaw[address] = {
      status: 200,
      body: {
        status: 200,
        success: true,
        responseCode: 200,
        requestId: 'req_1',
        responseData: { authorizationUrl: 'https://crm.example/authorize', state: 'aus_1' },
      },
    };
    opened = undefined;
    window.open = () => {
      const popup = { location: { href: 'about:blank' }, isClosed: false };
      opened = popup;
      const close = () => void (popup.isClosed = true);
      return { ...popup, location: popup.location, close } as unknown as Window;
    };
  });
  afterEach(() => {
    window.open = realOpen;
  });

  it('opens the service in a window and takes what it tells about this authorization only', {
    tags: ['CONN-10'],
  }, async () => {
    const { values } = await showFields([account]);
    await userEvent.click(await screen.findByRole('button', { name: 'Connect Thing' }));
    await screen.findByText(/Waiting for you to allow it/);
    expect(opened?.location.href).toBe('https://crm.example/authorize');
    tellOutcome({ kind: 'connected', state: 'aus_other', authorizationId: 'aut_9', account: 'eve' });
    await told(
      { kind: 'connected', state: 'aus_1', authorizationId: 'aut_1', account: 'ada@crm.example' },
      'Connected as ada@crm.example',
    );
    expect(values()['x']).toEqual({ authorizationId: 'aut_1', account: 'ada@crm.example' });
  });

  it('says why it failed, and can be begun again', async () => {
    const { values } = await showFields([account]);
    await userEvent.click(await screen.findByRole('button', { name: 'Connect Thing' }));
    await screen.findByText(/Waiting for you to allow it/);
    await told({ kind: 'failed', state: 'aus_1', message: 'You did not allow it.' }, 'You did not allow it.');
    expect(screen.getByRole('button', { name: 'Connect Thing' })).toBeTruthy();
    expect(values()['x']).toBeUndefined();
  });

  it('says what to do when the browser did not open the window', async () => {
    window.open = () => null;
    await showFields([account]);
    await userEvent.click(await screen.findByRole('button', { name: 'Connect Thing' }));
    expect(await screen.findByText(/Please allow pop-up windows/)).toBeTruthy();
  });

  it('judges by the status of the answer, whatever the envelope says', { tags: ['API-15'] }, async () => {
    server.answersRaw[address] = {
      status: 200,
      body: { status: 503, success: true, responseCode: 200, requestId: 'req_1', responseData: {} },
    };
    await showFields([account]);
    await userEvent.click(await screen.findByRole('button', { name: 'Connect Thing' }));
    await screen.findByRole('alert');
    expect(screen.queryByText(/Waiting for you to allow it/)).toBeNull();
  });

  it('says that the service is not set up where nobody has configured it', async () => {
    server.state.replies[providers] = { data: { providers: [] } };
    await showFields([account]);
    await screen.findByText(/crm is not set up here/);
    expect(screen.queryByRole('button', { name: 'Connect Thing' })).toBeNull();
  });
});
