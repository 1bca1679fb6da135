import { PieceError } from './piece.ts';

/** Returns the code of an error: of the outbound client, of a socket, of TLS or of a database. */
export const readErrorCode = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';

const certificateCodes = /^(ERR_TLS_|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/;
const socketCodes = /^(ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_|ERR_STREAM|ERR_SOCKET|EPROTO|ERR_SSL)/;

/** Converts a failure of the network to a PieceError that says what to do; undefined when it is something else. */
export const networkFailure = (error: unknown, host: string): PieceError | undefined => {
  if (error instanceof PieceError) return error;
  const code = readErrorCode(error);
  if (code === 'outbound.blocked')
    return new PieceError(
      'pieces.blocked',
      `${host} leads to an address that is not public, or to a port that is not permitted. Please use a public address, or ask your operator to permit this one.`,
      { cause: error },
    );
  if (code === 'outbound.too_large')
    return new PieceError(
      'pieces.too_large',
      `${host} answered with more bytes than this step takes. Please raise the limit of the step, or ask for less at once.`,
      { cause: error },
    );
  if (code === 'outbound.timeout' || code === 'ETIMEDOUT' || code === 'ETIMEOUT')
    return new PieceError(
      'pieces.timeout',
      `${host} did not answer in time. Please try again, or give the step more time.`,
      { retryable: true, cause: error },
    );
  if (certificateCodes.test(code))
    return new PieceError(
      'pieces.refused',
      `The certificate of ${host} could not be verified (${code}). Please check the name of the host, or choose another encryption.`,
      { cause: error },
    );
  if (code.startsWith('outbound.') || socketCodes.test(code))
    return new PieceError(
      'pieces.unreachable',
      `${host} could not be reached. Please check the address and try again.`,
      { retryable: true, cause: error },
    );
  return undefined;
};
