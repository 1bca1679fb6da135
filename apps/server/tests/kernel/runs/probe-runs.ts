import { z } from 'zod';
import type { Ctx } from '../../../src/kernel/context/context.ts';
import { defineModule, type ServerModule } from '../../../src/kernel/module/module.ts';
import {
  type AnyRun,
  defineRun,
  type RunDefinition,
} from '../../../src/kernel/runs/definition/define-run.ts';
import type { RunContext } from '../../../src/kernel/runs/definition/run-context.ts';
import type { StartingRules } from '../../../src/kernel/runs/definition/starting-rules.ts';
import { startHere } from '../../../src/kernel/runs/execution/start-here.ts';
import { sendSignal } from '../../../src/kernel/runs/start/signals.ts';
import { eventually } from '../../eventually.ts';
import type { TestServer } from '../../harness.ts';

/** The input of a probe: the function of the test that it calls, and its argument. */
export const ProbeInput = z.object({ name: z.string(), value: z.unknown().optional() });
export type ProbeInput = z.infer<typeof ProbeInput>;
export type Work = (run: RunContext, value: unknown) => Promise<unknown>;

/** A kind of run whose work each test registers by name. */
export const probe = (
  kind: string,
  more: Partial<RunDefinition<ProbeInput, unknown>> & { starting?: StartingRules<ProbeInput> } = {},
) => {
  const works = new Map<string, Work>();
  const calls: string[] = [];
  const definition = defineRun<ProbeInput, unknown>({
    kind,
    version: 1,
    input: ProbeInput,
    output: z.unknown(),
    run: async (run, { name, value }) => {
      calls.push(name);
      const work = works.get(name);
      if (!work) throw new Error(`no work named ${name}`);
      return work(run, value);
    },
    ...more,
  });
  return {
    definition,
    /** Returns how often the code of a run was called, by name. */
    callsOf: (name: string) => calls.filter((call) => call === name).length,
    works: (name: string, work: Work) => {
      works.set(name, work);
      return name;
    },
  };
};

export const moduleOf = (...definitions: AnyRun[]): ServerModule =>
  defineModule({ name: 'probes', runs: definitions });

export interface RunState extends Record<string, unknown> {
  id: string;
  status: string;
  owner: string | null;
  output: string | null;
  cause: { code: string; message: string; retryAt?: string } | null;
  epoch: number;
  losses: number;
  cost: string;
}

export const readRun = async (server: TestServer, id: string): Promise<RunState> => {
  const [row] = await server.sql<RunState>('select * from runs where id = $1', [id]);
  if (!row) throw new Error(`no run ${id}`);
  return row;
};

const ends = ['COMPLETED', 'FAILED', 'CANCELLED'];
/** Waits for the end of a run and returns its row. */
export const ended = (server: TestServer, id: string | null): Promise<RunState> =>
  eventually(async () => {
    const run = await readRun(server, id ?? '');
    return ends.includes(run.status) && run;
  });

export const reached = (server: TestServer, id: string | null, status: string): Promise<RunState> =>
  eventually(async () => {
    const run = await readRun(server, id ?? '');
    return run.status === status && run.owner === null && run;
  });

/** A wait in the middle of a probe, after which its code is called again from its start. */
export const untilResumed = (run: RunContext): Promise<unknown> =>
  run.waitFor('go on', { schema: z.unknown() });

/** Resumes a run that waits by `untilResumed`, and returns it once it has ended. */
export const resumed = async (server: TestServer, ctx: Ctx, id: string | null): Promise<RunState> => {
  await reached(server, id, 'WAITING');
  await ctx.tx((tx) => sendSignal(tx, { runId: id ?? '', name: 'go on', payload: null }));
  return ended(server, id);
};

/** Makes a run due that waits for a time. */
export const makeDue = (server: TestServer, id: string | null) =>
  server.sql('update runs set wake_at = now() where id = $1 and wake_at is not null', [id]);

export const journalOf = (server: TestServer, id: string) =>
  server.sql<{
    seq: number;
    name: string;
    op: string;
    result: string | null;
    key: string | null;
    attempts: number;
    cause: { code: string } | null;
    input: string | null;
    stored_bytes: number | null;
  }>('select * from run_journal where run_id = $1 order by seq', [id]);

export const outputOf = (run: RunState): unknown => JSON.parse(run.output ?? 'null');

export const startOf =
  (ctx: () => Ctx, definition: RunDefinition<ProbeInput, unknown>) =>
  (
    name: string,
    value?: unknown,
    more: { idempotency?: { key: string; forMs?: number }; budget?: number } = {},
  ) =>
    startHere(ctx(), definition, { input: { name, value }, ...more });
