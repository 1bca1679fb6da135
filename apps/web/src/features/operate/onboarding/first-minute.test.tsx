import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { agentLine } from '../../../../tests/agent-reply.ts';
import { appReply } from '../../../../tests/app-reply.ts';
import { ada } from '../../../../tests/builder-server.ts';
import { open, withBuilderServer } from '../../../../tests/open-app.tsx';
import { documentReply, importsReply, pageReply } from '../../../../tests/source-replies.ts';

const server = withBuilderServer();
const begin = 'POST /api/content/quick-start';
const slow = { timeout: 10_000 };
const started = {
  knowledgeBaseId: 'kb_1',
  revision: 1,
  appId: 'app_1',
  name: 'Handbook',
  access: 'PRIVATE',
  shareUrl: '/chat/app_1?tenantId=ten_1',
};
const failed = documentReply({
  name: 'broken.pdf',
  status: 'ERRORED',
  error: { code: 'documents.damaged', message: 'This file is damaged.', needsAnotherFile: true },
  abilities: {},
});

const paste = async (text: string) => {
  await userEvent.click(await screen.findByRole('button', { name: 'Paste text' }, slow));
  await userEvent.type(await screen.findByLabelText('Text'), text);
  await userEvent.click(screen.getByRole('button', { name: 'Read this text' }));
};

beforeEach(() => {
  server.current.state.user = ada;
});

it('keeps what was pasted and says why nothing could be made', async () => {
  server.current.state.replies[begin] = {
    status: 412,
    code: 'billing.plan_limit',
    message: 'Your plan is full.',
  };
  open('/agents');
  await paste('The night ferry leaves at 23:40.');
  expect((await screen.findByRole('alert')).textContent).toContain('Your plan is full.');
  expect(screen.getByLabelText('Text')).toHaveProperty('value', 'The night ferry leaves at 23:40.');
});

it('asks for more than a word before anything is made', async () => {
  open('/agents');
  await paste('Ferry');
  expect(screen.getByText('Please paste a few sentences')).toBeDefined();
  expect(server.current.seen.some(({ method, url }) => `${method} ${url}` === begin)).toBe(false);
});

it('continues with the existing knowledge base when its documents never arrived', async () => {
  const { replies } = server.current.state;
  replies['GET /api/content/quick-start'] = { data: { quickStart: started } };
  replies['GET /api/import/knowledge-base/kb_1/imports'] = importsReply();
  open('/agents');
  expect(await screen.findByText('Drop files here, or choose them', {}, slow)).toBeDefined();
});

it('says of a file why it could not be read, and offers to drop another one', async () => {
  const { replies } = server.current.state;
  replies['GET /api/content/quick-start'] = { data: { quickStart: started } };
  replies['GET /api/import/knowledge-base/kb_1/imports'] = importsReply([failed], { found: 1, failed: 1 });
  open('/agents');
  expect(await screen.findByText('This file is damaged.', {}, slow)).toBeDefined();
  expect(screen.getByText('Drop files here, or choose them')).toBeDefined();
});

it('says beside the chat which documents it could not read', async () => {
  const { replies } = server.current.state;
  replies['GET /api/content/quick-start'] = { data: { quickStart: started } };
  replies['GET /api/import/knowledge-base/kb_1/imports'] = importsReply([failed], {
    found: 2,
    imported: 1,
    failed: 1,
  });
  replies['POST /api/content/quick-start/questions'] = { data: { questions: [] } };
  open('/agents');
  expect(await screen.findByRole('heading', { name: '1 document could not be read' }, slow)).toBeDefined();
  await waitFor(() =>
    expect(screen.getByRole('alert').textContent).toContain('broken.pdf This file is damaged.'),
  );
  expect(await screen.findByTitle('Chat with Handbook')).toBeDefined();
});

it('opens the app to everybody only when it is shared, and takes it back in the same place', async () => {
  const { replies } = server.current.state;
  replies['GET /api/content/quick-start'] = { data: { quickStart: started } };
  replies['GET /api/import/knowledge-base/kb_1/imports'] = importsReply([], { found: 1, imported: 1 });
  replies['POST /api/content/quick-start/questions'] = { data: { questions: [] } };
  replies['PUT /api/content/manage-app'] = {
    data: { ...appReply, access: 'PUBLIC' },
  };
  open('/agents');
  const button = await screen.findByRole('button', { name: 'Share with a link' }, slow);
  expect(screen.queryByLabelText('Link')).toBeNull();
  await userEvent.click(button);
  expect(await screen.findByLabelText('Link')).toHaveProperty(
    'value',
    `${location.origin}/chat/app_1?tenantId=ten_1`,
  );
  replies['PUT /api/content/manage-app'] = { data: appReply };
  const everybody = screen.getByRole('switch', { name: /^Anyone who has the link/ });
  await waitFor(() => expect(everybody).toHaveProperty('disabled', false));
  await userEvent.click(everybody);
  await screen.findByRole('button', { name: 'Share with a link' });
  const sent = server.current.seen
    .filter(({ method }) => method === 'PUT')
    .map(({ body }) => JSON.parse(body) as object);
  expect(sent).toEqual([
    { appId: 'app_1', access: 'PUBLIC' },
    { appId: 'app_1', access: 'PRIVATE' },
  ]);
});

it('ends when the user is done, and the start page is shown', async () => {
  const { replies } = server.current.state;
  replies['GET /api/content/quick-start'] = { data: { quickStart: started } };
  replies['GET /api/import/knowledge-base/kb_1/imports'] = importsReply([], { found: 1, imported: 1 });
  replies['DELETE /api/content/quick-start'] = { data: { done: true } };
  open('/agents');
  const done = await screen.findByRole('button', { name: 'Done, go to the start page' }, slow);
  replies['GET /api/content/quick-start'] = { data: { quickStart: null } };
  await userEvent.click(done);
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: 'Done, go to the start page' })).toBeNull(),
  );
});

it('gives way to the overview once something else was made, which is found there', async () => {
  const { replies } = server.current.state;
  replies['GET /api/content/quick-start'] = { data: { quickStart: started } };
  replies['GET /api/import/knowledge-base/kb_1/imports'] = importsReply([], { found: 1, imported: 1 });
  replies['GET /api/crew/agents'] = pageReply([agentLine]);
  open('/agents');
  expect(await screen.findByText('Offer checker', {}, slow)).toBeDefined();
  expect(screen.queryByTitle('Chat with Handbook')).toBeNull();
});
