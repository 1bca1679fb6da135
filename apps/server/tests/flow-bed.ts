import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { flowRuns } from '@atelier/contracts/assistants/flows/flow-runs';
import { flows } from '@atelier/contracts/assistants/flows/flows';
import type { Client } from './client.ts';
import { type StepJson, webhookFlow } from './flow-json.ts';
import { eventually, type TestServer } from './harness.ts';

const { get, steps, list } = flowRuns.endpoints;

/** A service of somebody else, which notes what it is asked for. */
export interface Outside {
  address: string;
  /** The paths of all calls, in their order. */
  calls: string[];
  close(): Promise<void>;
}

/** Starts a service whose answers have the status that `statusOf` returns. */
export const startOutside = async (
  statusOf: (path: string, request: IncomingMessage) => number = () => 200,
): Promise<Outside> => {
  const calls: string[] = [];
  const server = createServer((request, response) => {
    const path = String(request.url);
    calls.push(path);
    response.statusCode = statusOf(path, request);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ path }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
  return { address: `http://127.0.0.1:${port}`, calls, close };
};

/** What tests of running flows do again and again, for one company on one server. */
export const flowBed = (server: TestServer, client: Client) => {
  const at = (runId: string) => ({ params: { runId } });
  const bed = {
    async publish(content: readonly StepJson[]): Promise<string> {
      const body = webhookFlow(`Flow ${crypto.randomUUID()}`, content);
      const { flowId } = await client.call(flows.endpoints.create, { body });
      await client.call(flows.endpoints.publish, { params: { id: flowId } });
      return flowId;
    },

    post: (path: string, body: unknown, headers: Record<string, string> = {}) =>
      fetch(`${server.origin}/api/orchestrator/webhooks/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),

    /** Calls the webhook of a flow, and waits for its response. */
    async ask(flowId: string, body: unknown = {}) {
      const response = await bed.post(`${flowId}/sync`, body);
      const text = await response.text();
      const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
      return { status: response.status, body: isJson ? (JSON.parse(text) as unknown) : text };
    },

    /** Starts a run. Returns its id. */
    async start(flowId: string, body: unknown = {}): Promise<string> {
      const reply = (await (await bed.post(flowId, body)).json()) as {
        responseData: { runId: string } | null;
        message?: string;
      };
      if (!reply.responseData) throw new Error(`The flow did not start: ${reply.message}`);
      return reply.responseData.runId;
    },

    get: (runId: string) => client.call(get, at(runId)),

    /** Waits for the end of a run. */
    ended: (runId: string) =>
      eventually(async () => {
        const run = await bed.get(runId);
        return run.endedAt !== null && run;
      }),

    /** Starts a run and waits for its end. */
    run: async (content: readonly StepJson[], body: unknown = {}) =>
      bed.ended(await bed.start(await bed.publish(content), body)),

    newest: (flowId: string) =>
      eventually(async () => {
        const [run] = (await client.call(list, { query: { flowId } })).items;
        return run !== undefined && run.endedAt !== null && run;
      }),

    stepsOf: async (runId: string, step?: string) =>
      (await client.call(steps, { ...at(runId), query: { limit: 200, ...(step && { step }) } })).steps,

    /** Waits until a step waits, in the given round of the loop around it. */
    waiting: (runId: string, step: string, round?: number) =>
      eventually(async () =>
        (await bed.stepsOf(runId, step)).find(
          ({ status, rounds }) => status === 'WAITING' && rounds.at(-1)?.round === round,
        ),
      ),

    /** Lets the time pass for which a run and its branches wait. */
    async passTime(runId: string): Promise<void> {
      const family = `with recursive family as (
        select id from runs where id = $1 union select r.id from runs r join family on r.parent_id = family.id)`;
      await server.sql(
        `${family} update run_journal j set result = '0' from family
          where j.run_id = family.id and j.op in ('sleep', 'wait') and result <> 'null'`,
        [runId],
      );
      await server.sql(
        `${family} update runs r set wake_at = now() from family where r.id = family.id and r.wake_at is not null`,
        [runId],
      );
    },
  };
  return bed;
};

export type FlowBed = ReturnType<typeof flowBed>;

/** Asks a service of somebody else. */
export const callOf = (address: string): StepJson => ({
  method: 'GET',
  url: address,
  failOnError: true,
});

type Errors = { retryOnFailure?: boolean; continueOnFailure?: boolean };

/** Returns the step with a way of handling its failures. */
export const handling = (step: StepJson, errors: Errors): StepJson => ({
  ...step,
  settings: {
    ...(step['settings'] as object),
    errorHandlingOptions: { retryOnFailure: false, continueOnFailure: false, ...errors },
  },
});
