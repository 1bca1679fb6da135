import type { Field } from '@atelier/contracts/fields/fields';
import { z } from 'zod';
import { ConnectorError } from '../connector.ts';

/** The fields for the encryption of the connection to a database. Certificates are checked unless the user decides otherwise. */
export const tlsFields: readonly Field[] = [
  {
    name: 'tls',
    label: 'Encryption',
    type: 'STATIC_DROPDOWN',
    required: true,
    default: 'VERIFY',
    options: [
      { value: 'VERIFY', label: 'Encrypted, certificate checked' },
      { value: 'ENCRYPT', label: 'Encrypted, certificate not checked' },
      { value: 'OFF', label: 'Not encrypted' },
    ],
  },
  {
    name: 'ca',
    label: 'Certificate of the authority',
    type: 'LONG_TEXT',
    max: 200_000,
    description: 'PEM; only for an authority of your own.',
    shownWhen: { field: 'tls', values: ['VERIFY'] },
  },
];

export const TlsSettings = z.object({
  tls: z.enum(['VERIFY', 'ENCRYPT', 'OFF']).default('VERIFY'),
  ca: z.string().default(''),
});
export type TlsSettings = z.output<typeof TlsSettings>;

export const tlsOptions = ({ tls, ca }: TlsSettings) => ({
  rejectUnauthorized: tls === 'VERIFY',
  ...(ca.trim() === '' ? {} : { ca }),
});

const certificateCodes = /^(ERR_TLS_|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/;
const socketCodes = /^(ECONN|EPIPE|ETIMEDOUT|ERR_STREAM|ERR_SOCKET|EPROTO|ERR_SSL)/;

/** Returns the error code of a socket, certificate or server error. */
export const readErrorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** Converts a TLS error to one that says what to do; undefined when it is a different error. */
export const wayFailure = (error: unknown, host: string): ConnectorError | undefined => {
  const code = readErrorCode(error);
  if (certificateCodes.test(code))
    return new ConnectorError(
      'sources.refused',
      `The certificate of ${host} could not be verified (${code}). Please add the certificate of your authority to the connection, or choose another encryption.`,
      { cause: error },
    );
  if (!socketCodes.test(code)) return undefined;
  return new ConnectorError(
    'sources.unreachable',
    `The connection to ${host} broke off (${code}). Please check port and encryption, and try again.`,
    { retryable: true, cause: error },
  );
};
