import type { JsonValue } from '@atelier/contracts/fields/field-values';
import type { Limits } from '@atelier/contracts/kernel/limits';
import { problemOfKey, valueOfKey } from '@atelier/flows/expressions';
import { AppError } from '../../../../kernel/base/errors.ts';
import type { AnyCtx } from '../../../../kernel/context/context.ts';
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

/** Returns what a limit of a connection counts by, for a step with this input. */
export const limitKeyOf = (connectionId: string, key: string, input: JsonValue): string =>
  `${connectionId} ${valueOfKey(key, new Map([['input', input]]))}`;
