import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type BuilderServer,
  startBuilderServer,
  stopBuilderServers,
} from '../../../../tests/builder-server.ts';
import { storageKeys, writeStored } from '../../../lib/browser/storage.ts';
import { countFlows, obtainToken } from './flow-service.ts';

let server: BuilderServer;
beforeEach(async () => {
  localStorage.clear();
  server = await startBuilderServer();
});
afterAll(stopBuilderServers);

const token = 'POST /api/orchestrator/auth-token';
const count = 'GET /api/content/orchestrator-flows-count';
const failure = { status: 503, code: 'server.unavailable', message: 'Please try again later.' };
const storeUser = () => writeStored(storageKeys.user, { tenantId: 'ten_1' });

describe('the flow service', () => {
  it('obtains the token for the company of the stored user', { tags: ['FLOW-20'] }, async () => {
    storeUser();
    server.state.replies[token] = { data: { token: 'flo_a.b', expiresInSeconds: 86_400 } };
    expect(await obtainToken()).toEqual({ tenantId: 'ten_1', token: 'flo_a.b', expiresInSeconds: 86_400 });
    expect(JSON.parse(server.seen.at(-1)?.body ?? '')).toEqual({ tenantId: 'ten_1' });
  });

  it('states the status of a reply that is not ok', { tags: ['FLOW-25'] }, async () => {
    storeUser();
    server.state.replies[token] = failure;
    await expect(obtainToken()).rejects.toThrow(/^HTTP error! Status: 503$/);
  });

  it('says that no company was found when no user is stored', { tags: ['FLOW-26', 'FLOW-27'] }, async () => {
    const message = 'No company was found for the flows. Please sign in again.';
    await expect(obtainToken()).rejects.toThrow(new RegExp(`^${message}$`));
    expect(server.seen).toEqual([]);
  });

  it('begins failures of the count as documented', { tags: ['FLOW-28'] }, async () => {
    storeUser();
    server.state.replies[count] = failure;
    await expect(countFlows()).rejects.toThrow(
      /^Failed to fetch orchestrator flows count: HTTP error! Status: 503$/,
    );
  });
});
