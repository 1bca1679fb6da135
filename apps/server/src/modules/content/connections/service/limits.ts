import type { JsonValue } from '@atelier/contracts/fields/field-values';
import type { Limits } from '@atelier/contracts/kernel/limits';
import { problemOfKey, valueOfKey } from '@atelier/flows/expressions';
import { AppError } from '../../../../kernel/base/errors.ts';
import type { AnyCtx, Ctx } from '../../../../kernel/context/context.ts';
import { holdTurn, limiting, type TurnWait } from '../../../../kernel/runs/turns/index.ts';
import type { KnownKind } from '../kinds.ts';
import { connectionRepository } from '../repository.ts';

/** Returns the limits as they are stored; null where nothing is limited. Throws `connections.key_unreadable`. */
export const checkedLimits = ({ hasLimits }: KnownKind, limits: Limits | null): Limits | null => {
  if (!hasLimits || !limits || (!limits.concurrency && !limits.throttle)) return null;
  const rule = 'A key reads the input of the step, as in {{input.to}}.';
  for (const each of [limits.concurrency, limits.throttle]) {
    const message = each && problemOfKey(each.key, { names: /^input$/, rule });
    if (message) throw new AppError('connections.key_unreadable', undefined, { message });
  }
  return limits;
};

/** Reads the limits of a connection; null where it has none, or does not exist. */
export const findConnectionLimits = (ctx: AnyCtx, id: string): Promise<Limits | null> =>
  ctx.tx(async ({ db }) => (await connectionRepository.find(db, id))?.limits ?? null);

interface Use {
  connectionId: string;
  /** The input of what uses it, which keys of limits read. */
  input: JsonValue;
}

/** Returns the rules by which uses of a connection start. All uses of it count together. */
export const buildStartingRules = (limits: Limits, { connectionId, input }: Use) => ({
  ...limiting(limits, (key) => `${connectionId} ${valueOfKey(key, new Map([['input', input]]))}`),
  countedAs: 'connection',
});

/** Uses a connection within its limits; without a connection, or limits, at once. Throws `connections.busy` when its turn does not come. */
export const inTurn = async <T>(
  ctx: Ctx,
  {
    connectionId,
    input,
    ...wait
  }: Omit<TurnWait, 'late'> & { connectionId: string | null | undefined; input: JsonValue },
  work: () => Promise<T>,
): Promise<T> => {
  const limits = connectionId ? await findConnectionLimits(ctx, connectionId) : null;
  if (!connectionId || !limits) return work();
  const late = () => new AppError('connections.busy');
  return holdTurn(ctx, buildStartingRules(limits, { connectionId, input }), { ...wait, late }, work);
};
