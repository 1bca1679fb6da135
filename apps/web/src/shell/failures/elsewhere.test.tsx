import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { ada, engines } from '../../../tests/builder-server.ts';
import { open, withBuilderServer } from '../../../tests/open-app.tsx';

const server = withBuilderServer();
const sons = { ...engines, tenantId: 'ten_2', tenantName: 'Difference & Sons', isOwn: false };
const find = 'GET /api/tenant/tenant-of-entity';
const asked = () => server.current.seen.filter(({ url }) => url.startsWith('/api/tenant/tenant-of-entity'));

beforeEach(() => {
  server.current.state.user = ada;
  Object.assign(server.current.state.replies, {
    'GET /api/tenant/tenants': { data: { tenants: [engines, sons] } },
    'GET /api/content/knowledge-base/kb_7': {
      status: 404,
      code: 'knowledge.not_found',
      message: 'This knowledge base does not exist.',
    },
    [find]: { data: { tenant: { tenantId: 'ten_2', tenantName: 'Difference & Sons' } } },
  });
});

it('offers to change to the company that a link leads into, and opens it there', async () => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined);
  server.current.state.replies['POST /api/tenant/switch-tenant'] = {
    data: { user: { ...ada, tenantId: 'ten_2' } },
  };
  open('/knowledge-base/kb_7/documents');
  const change = await screen.findByRole('button', { name: 'Switch to Difference & Sons' });
  // The page must not also say that the object does not exist.
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getAllByRole('heading', { level: 1 }).map(({ textContent }) => textContent)).toEqual([
    'This is at Difference & Sons',
  ]);
  await userEvent.click(change);
  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  expect(location.pathname).toBe('/knowledge-base/kb_7/documents');
  expect(asked().map(({ url }) => url)).toEqual(['/api/tenant/tenant-of-entity?entityId=kb_7']);
  reload.mockRestore();
});

it('offers nothing where no other company has it', async () => {
  server.current.state.replies[find] = { data: { tenant: null } };
  open('/knowledge-base/kb_7/documents');
  await screen.findByText('This knowledge base does not exist.', { exact: false });
  await waitFor(() => expect(asked()).toHaveLength(1));
  expect(screen.queryByRole('button', { name: /^Switch to/ })).toBeNull();
});

it('asks nobody who has one company only', async () => {
  server.current.state.replies['GET /api/tenant/tenants'] = { data: { tenants: [engines] } };
  open('/knowledge-base/kb_7/documents');
  await screen.findByText('This knowledge base does not exist.', { exact: false });
  expect(asked()).toEqual([]);
});

const ownRequest = 'GET /api/tenant/access-requests/kb_7';
const request = { entityId: 'kb_7', kind: 'KNOWLEDGE_BASE', label: 'knowledge base' };

it('lets a member ask for what was not shared with them, and open it once it was', async () => {
  const { replies } = server.current.state;
  replies['GET /api/tenant/tenants'] = { data: { tenants: [engines] } };
  replies[ownRequest] = { data: { ...request, state: 'MAY_ASK' } };
  replies['POST /api/tenant/access-requests/kb_7'] = { data: { ...request, state: 'ASKED' } };
  open('/knowledge-base/kb_7/documents');
  await screen.findByRole('heading', { name: 'This knowledge base is not shared with you' });
  expect(screen.queryByRole('alert')).toBeNull();
  await userEvent.type(screen.getByLabelText('What do you need it for?'), 'For the night shift');
  replies[ownRequest] = { data: { ...request, state: 'ASKED' } };
  await userEvent.click(screen.getByRole('button', { name: 'Ask for this knowledge base' }));
  await screen.findByText('You have asked for access');
  const sent = server.current.seen.find(
    ({ method, url }) => method === 'POST' && url.includes('access-requests'),
  );
  expect(JSON.parse(sent?.body ?? '')).toEqual({ message: 'For the night shift' });
});

it.each([
  ['/worker?id=wrk_7', 'GET /api/worker/workers/wrk_7', 'wrk_7', 'worker'],
  ['/agent?id=agt_7', 'GET /api/crew/agents/agt_7', 'agt_7', 'agent'],
  ['/apps/app_7', 'GET /api/content/manage-app/app_7', 'app_7', 'app'],
  ['/flows/flw_7', 'GET /api/orchestrator/flows/flw_7', 'flw_7', 'flow'],
])('offers to ask at %s, too', async (path, call, id, label) => {
  const { replies } = server.current.state;
  replies['GET /api/tenant/tenants'] = { data: { tenants: [engines] } };
  replies[call] = {
    status: 404,
    code: 'x.not_found',
    message: 'This does not exist. It may have been deleted.',
  };
  replies[`GET /api/tenant/access-requests/${id}`] = {
    data: { entityId: id, kind: label.toUpperCase(), label, state: 'MAY_ASK' },
  };
  open(path);
  const title = { name: `This ${label} is not shared with you` };
  expect(await screen.findByRole('heading', title)).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('says once that something does not exist, and offers no second try', async () => {
  server.current.state.replies['GET /api/tenant/tenants'] = { data: { tenants: [engines] } };
  server.current.state.replies['GET /api/worker/workers/wrk_8'] = {
    ...{ status: 404, code: 'workers.not_found' },
    message: 'This worker does not exist. It may have been deleted.',
  };
  open('/worker?id=wrk_8');
  const alert = await screen.findByRole('alert');
  expect(alert.textContent?.match(/may have been deleted/g)).toHaveLength(1);
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});
