import type { ErrorCode } from '@atelier/contracts';
import { AppError } from '../base/errors.ts';
import { neverCalled } from './outbound-error.ts';

/**
 * Returns the failure of a call of an address that somebody entered: `failed` when the address was called, and `refused`, which is the
 * mistake of whoever entered it, when this server never calls it.
 */
export const calledFailure = (
  cause: unknown,
  {
    failed,
    refused = 'request.address_refused',
    message,
  }: { failed: ErrorCode; refused?: ErrorCode; message?: string | undefined },
): AppError => {
  const refusal = neverCalled(cause);
  const said = message ?? refusal?.message;
  return new AppError(refusal ? refused : failed, undefined, {
    cause,
    ...(said !== undefined && { message: said }),
  });
};
