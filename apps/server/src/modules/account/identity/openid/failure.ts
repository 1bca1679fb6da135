import type { ErrorCode } from '@atelier/contracts';
import { AppError } from '../../../../kernel/base/errors.ts';
import type { Log } from '../../../../kernel/log/log.ts';
import { OutboundError } from '../../../../kernel/outbound/outbound.ts';

const listCauses = function* (error: unknown): Generator<Error> {
  for (let cause = error; cause instanceof Error; cause = cause.cause) yield cause;
};

const listErrorCodes = (error: unknown): Set<string> =>
  new Set([...listCauses(error)].map((cause) => ('code' in cause ? String(cause.code) : '')));

const isOutOfReach = (error: unknown): boolean => {
  const codes = listErrorCodes(error);
  return (
    [...listCauses(error)].some((cause) => cause instanceof OutboundError) ||
    codes.has('OAUTH_TIMEOUT') ||
    codes.has('OAUTH_ABORT')
  );
};

/** True when a provider's issuer differs from the configured one. */
export const isOtherIssuer = (error: unknown): boolean =>
  listErrorCodes(error).has('OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED');

const whileDiscovering = (error: unknown): ErrorCode =>
  isOtherIssuer(error) ? 'openid.answer_not_trusted' : 'openid.provider_unreachable';

const whileRedeeming = (error: unknown): ErrorCode => {
  if (isOutOfReach(error)) return 'openid.provider_unreachable';
  const codes = listErrorCodes(error);
  if (codes.has('OAUTH_RESPONSE_BODY_ERROR')) return 'openid.code_refused';
  if (codes.has('OAUTH_RESPONSE_IS_NOT_CONFORM') || codes.has('OAUTH_RESPONSE_IS_NOT_JSON'))
    return 'openid.provider_unreachable';
  return 'openid.answer_not_trusted';
};

/** Calls a provider. Any failure of the call is logged with its cause and thrown as a declared one. */
export const asUpstream = async <T>(
  { log, provider, step }: { log: Log; provider: string; step: 'discovery' | 'redemption' },
  call: () => Promise<T>,
): Promise<T> => {
  try {
    return await call();
  } catch (error) {
    if (error instanceof AppError) throw error;
    log.warn({ err: error, provider, step }, 'sign-in at a provider failed');
    const code = step === 'discovery' ? whileDiscovering(error) : whileRedeeming(error);
    throw new AppError(code, undefined, { cause: error });
  }
};
