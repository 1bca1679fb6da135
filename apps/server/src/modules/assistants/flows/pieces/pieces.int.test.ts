import { pieces } from '@atelier/contracts/assistants/flows/pieces';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../../tests/client.ts';
import { startTestServer, type TestServer } from '../../../../../tests/harness.ts';

describe('the calls that read pieces', () => {
  let server: TestServer;
  let owner: Client;
  beforeAll(async () => {
    server = await startTestServer();
    owner = (await server.signUp()).client;
  });
  afterAll(() => server.close());

  const chat = { params: { name: 'chat' }, query: {} };

  it('give a piece with its actions, triggers and fields to callers without a token', {
    tags: ['PIECE-05'],
  }, async () => {
    const piece = await server.visitor().call(pieces.endpoints.get, { ...chat, query: { version: '1.0.0' } });
    expect(piece).toMatchObject({ name: 'chat', version: '1.0.0', icon: 'message-2' });
    expect(piece.triggers).toMatchObject([{ name: 'chat_question', kind: 'chat' }]);
    expect(piece.actions).toMatchObject([{ name: 'answer', fields: [{ name: 'answer', required: true }] }]);
  });

  it('give an active piece to those who may read flows, and to nobody without a token', {
    tags: ['PIECE-04'],
  }, async () => {
    expect(await owner.call(pieces.endpoints.active, chat)).toMatchObject({ name: 'chat' });
    expect((await server.visitor().send(pieces.endpoints.active, chat)).status).toBe(401);
    const unknown = await owner.send(pieces.endpoints.active, { params: { name: 'none' }, query: {} });
    expect(unknown).toMatchObject({ status: 404, body: { code: 'pieces.not_found' } });
  });

  it('give the details of a package: name, version, description and what it contains', {
    tags: ['PIECE-06', 'PIECE-08'],
  }, async () => {
    const details = await server.visitor().call(pieces.endpoints.packageDetails, { query: { name: 'chat' } });
    expect(details).toEqual({
      name: 'chat',
      version: '1.0.0',
      description: 'Answers the questions that people ask an app.',
      actions: 1,
      triggers: 1,
    });
  });
});
