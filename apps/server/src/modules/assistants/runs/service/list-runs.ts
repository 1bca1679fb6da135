import type { runs } from '@atelier/contracts/assistants/runs/runs';
import type { RequestOf } from '@atelier/contracts/kernel/contract';
import type { AnyCtx, Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { entityKinds } from '../../../../kernel/entities/entity-kind.ts';
import type { Anonymous } from '../../../../kernel/module/exchange.ts';
import {
  knownRuns,
  runLists,
  runRetention,
  watchRunChanges,
  wholeList,
} from '../../../../kernel/runs/view/index.ts';
import { presentLine } from '../present.ts';
import { checkVisible } from './read-run.ts';
import { findRunSubjects, visibleRuns } from './subjects.ts';

/** Returns true while the actor still sees the run, or the list, that `ctx` was opened for. */
export const seesRunAsBefore = async ({ actor }: Ctx, asker: Anonymous, runId: string): Promise<boolean> => {
  const own = asker.own;
  if (!own || !('role' in actor) || asker.principal?.role !== actor.role) return false;
  if (runId !== wholeList) await own.tx((tx) => checkVisible(tx, runId));
  return true;
};

interface Watcher {
  signal: AbortSignal;
  sendChange(): Promise<void>;
}

/**
 * Sends the state at once, and again after every change of the run or the list, until the watcher disconnects or the run is deleted. Throws
 * `run.not_found`.
 */
export const watchRuns = async (ctx: Ctx, runId: string, open: () => Watcher): Promise<void> => {
  if (runId !== wholeList) await ctx.tx((tx) => checkVisible(tx, runId));
  const { signal, sendChange } = open();
  await watchRunChanges(ctx, runId, { signal, onChange: sendChange });
};

const present = async (tx: TxCtx) => ({
  days: (await runRetention.read(tx)).own,
  defaultDays: runRetention.defaultDays,
});

/** Reads for how many days the company keeps ended runs; null stands for the default. */
export const readRetention = (ctx: AnyCtx) => ctx.tx(present);

/** Counts the runs that would be deleted if the company kept ended runs for this many days. */
export const countRetention = (ctx: AnyCtx, days: number): Promise<{ runs: number }> =>
  ctx.tx(async (tx) => ({ runs: await runRetention.countOlder(tx, { days }) }));

/** Sets for how many days the company keeps ended runs; null restores the default. */
export const saveRetention = (ctx: AnyCtx, days: number | null) =>
  ctx.tx(async (tx) => {
    await runRetention.set(tx, days);
    await tx.audit('runs.retention_changed', tx.tenantId, { days: days ?? runRetention.defaultDays });
    return present(tx);
  });

type ListQuery = RequestOf<(typeof runs)['endpoints']['list']>['query'];

/** The most entities of each kind, and subjects of each kind of run, that a searched text may name. */
const mostNamed = 50;

/** The kinds of runs that only test what the company has made. */
const testKinds = ['evaluation.performance-test', 'evaluation.attack'];

/** Lists the kinds of runs that the server knows, by title. */
export const listRunKinds = ({ services }: Pick<AnyCtx, 'services'>) =>
  knownRuns(services)
    .all()
    .map(({ kind, title = kind }) => ({ kind, title }))
    .toSorted((one, other) => one.title.localeCompare(other.title));

/** Returns the kinds and entities that a searched text may name, besides an id. */
const findSearchMatches = async (tx: TxCtx, search: string | undefined) => {
  if (!search) return undefined;
  const scopes: string[] = [];
  for (const kind of tx.services.extensions.of(entityKinds))
    scopes.push(...(await kind.search(tx, { search, limit: mostNamed })).map(({ id }) => id));
  const lower = search.toLowerCase();
  const kinds = listRunKinds(tx).filter(({ title }) => title.toLowerCase().includes(lower));
  const subjects: string[] = [];
  const searches = knownRuns(tx.services)
    .all()
    .flatMap(({ screen }) => screen?.search ?? []);
  for (const find of new Set(searches)) subjects.push(...(await find(tx, search, mostNamed)));
  return { scopes, subjects, kinds: kinds.map(({ kind }) => kind) };
};

/** Lists the runs that the actor may see. */
export const listRuns = (
  ctx: AnyCtx,
  { limit, cursor, sort, order, kind, toMend, tenantId: _own, ...filter }: ListQuery,
) =>
  ctx.tx(async (tx) => {
    const meant = await findSearchMatches(tx, filter.search);
    const wanted = {
      ...{ ...filter, ...(meant && { meant }), visible: visibleRuns(tx) },
      kinds: kind === undefined ? undefined : [kind],
      toMend: toMend === true ? { without: testKinds } : undefined,
    };
    const page = await runLists.list(tx.db, wanted, { sort, order, limit, cursor });
    const subjects = await findRunSubjects(tx, page.rows);
    return { ...page, items: page.rows.map((row) => presentLine(tx, row, subjects.get(row.id))) };
  });
