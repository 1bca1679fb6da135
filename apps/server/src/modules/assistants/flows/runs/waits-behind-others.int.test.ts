import { flowRuns } from '@atelier/contracts/assistants/flows/flow-runs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { flowBed } from '../../../../../tests/flow-bed.ts';
import { codeStep } from '../../../../../tests/flow-json.ts';
import { eventually, startTestServer, type TestServer } from '../../../../../tests/harness.ts';

/** More loops than there are threads for them. */
const loops = 8;

describe('a run that waits for a thread', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  it('says that it waits behind others, in its own answer and in the list', async () => {
    const { client } = await server.signUp();
    const bed = flowBed(server, client);
    const flowId = await bed.publish([codeStep('step_1', 'export const code = () => { for (;;); };')]);
    const runIds = await Promise.all(Array.from({ length: loops }, () => bed.start(flowId)));
    const { list, cancel } = flowRuns.endpoints;
    const waiting = await eventually(async () => {
      const { items } = await client.call(list, { query: { flowId } });
      return items.find(({ hold }) => hold?.rule === 'others');
    });
    expect(waiting).toMatchObject({ status: 'RUNNING', hold: { rule: 'others', until: null } });
    expect((await bed.get(waiting.runId)).hold).toEqual({ rule: 'others', until: null, collected: null });
    for (const runId of runIds) await client.send(cancel, { params: { runId } });
    for (const runId of runIds) expect((await bed.ended(runId)).hold).toBeNull();
  });
});
