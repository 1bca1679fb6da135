import {
  computeScopeUnion,
  InsufficientScopeError,
  SdkErrorCode,
  SdkHttpError,
} from '@modelcontextprotocol/client';
import { AppError } from '../../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../../kernel/context/context.ts';
import { breakGrant } from './fresh-grant.ts';
import type { GrantAuth } from './grant-auth.ts';
import { grantRepository } from './repository.ts';

const longestScope = 2000;
const unspeakable = /[^\x21\x23-\x5b\x5d-\x7e ]/g;

/** True when a server refused a request twice: with the tokens that were there, and with new ones. */
const isRefused = (error: unknown): boolean =>
  error instanceof SdkHttpError && error.code === SdkErrorCode.ClientHttpAuthentication;

/**
 * Stores that a server refused an account, and returns what somebody has to do; undefined for other failures. When rights are missing, the next
 * authorization asks for them.
 */
export const noteRefusal = async (
  ctx: Ctx,
  auth: GrantAuth | undefined,
  error: unknown,
): Promise<string | undefined> => {
  if (!auth) return undefined;
  const { row } = auth.used();
  if (error instanceof InsufficientScopeError) {
    const asked = (error.requiredScope ?? '').replace(unspeakable, '');
    const missingScope = (computeScopeUnion(row.missingScope, asked) ?? '').slice(0, longestScope);
    await ctx.tx((tx) => grantRepository.change(tx.db, row, { missingScope }));
    return `It needs more rights${asked === '' ? '' : ` (${asked})`}. Somebody has to choose Connect again under Tools → MCP servers.`;
  }
  if (!isRefused(error)) return undefined;
  return breakGrant(ctx, row, error).catch((broken: unknown) => {
    if (broken instanceof AppError) return broken.message;
    throw broken;
  });
};
