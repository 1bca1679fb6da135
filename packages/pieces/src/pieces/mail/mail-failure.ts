import { networkFailure, readErrorCode } from '../../network-failure.ts';
import { PieceError, type PieceErrorCode } from '../../piece.ts';
import { AnswerTooLarge } from './limit-answers.ts';

const property = (error: unknown, name: string): unknown =>
  typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined;

const saidBy = (error: unknown): string => {
  const said = property(error, 'responseText') ?? property(error, 'response');
  return typeof said === 'string' ? said.replace(/\s+/g, ' ').trim().slice(0, 300) : '';
};

const wrongSignIn = (error: unknown): boolean =>
  property(error, 'authenticationFailed') === true || readErrorCode(error) === 'EAUTH';

const tlsCodes = ['ETLS', 'MissingServerExtension'];
const largeCodes = [
  'LineTooLarge',
  'LiteralTooLarge',
  'ResponseTooLarge',
  'TooManyTokens',
  'TooManyResponses',
  'DownloadOverflow',
];
/** The server broke the protocol, as somebody between may do who wants to read along. */
const oddCodes =
  /^(?:ParserError|MAX_IMAP_NESTING|Unexpected|MissingTag|InvalidResponse|ResponseProcessing|NotFound)/;
const lateCodes = ['CONNECT_TIMEOUT', 'GREETING_TIMEOUT', 'UPGRADE_TIMEOUT', 'ETIMEOUT'];
const brokenCodes = [
  'NoConnection',
  'EConnectionClosed',
  'ClosedAfterConnectTLS',
  'ClosedAfterConnectText',
  'ESOCKET',
  'ECONNECTION',
  'EPROTOCOL',
];

const failure = (
  [code, message]: readonly [PieceErrorCode, string],
  cause: unknown,
  retryable = false,
): PieceError => new PieceError(code, message, { cause, retryable });

const notEncrypted = (cause: unknown, host: string): PieceError =>
  failure(
    ['pieces.refused', `${host} does not agree to STARTTLS. Please choose TLS in the connection.`],
    cause,
  );

/** Explains a failure by its code; undefined when the code says nothing. */
const byCode = (error: unknown, host: string): PieceError | undefined => {
  const code = readErrorCode(error);
  if (tlsCodes.includes(code)) return notEncrypted(error, host);
  if (largeCodes.includes(code) || error instanceof AnswerTooLarge)
    return failure(
      ['pieces.too_large', `${host} answered with more than is taken at once. Please ask for less.`],
      error,
    );
  if (oddCodes.test(code))
    return failure(
      [
        'pieces.unexpected_answer',
        `${host} answered in a way that no mail server should. Please check host and port.`,
      ],
      error,
    );
  if (lateCodes.includes(code))
    return failure(['pieces.timeout', `${host} did not answer in time. Please try again.`], error, true);
  const network = networkFailure(error, host) ?? networkFailure(property(error, 'cause'), host);
  if (network || !brokenCodes.includes(code)) return network;
  const message = `The connection to ${host} broke off. Please check port and encryption of the connection, and try again.`;
  return failure(['pieces.unreachable', message], error, true);
};

/** Converts a failure of a mail server or of the way to it to a PieceError that says what to do. Returns any other error as it is. */
export const mailFailure = (error: unknown, host: string): unknown => {
  if (error instanceof PieceError) return error;
  const said = saidBy(error);
  const answer = said === '' ? '' : ` It said: ${said}`;
  const signIn = `${host} refused user name and password. Please correct the connection; many providers want a password for apps.${answer}`;
  if (wrongSignIn(error)) return failure(['pieces.refused', signIn], error);
  const known = byCode(error, host);
  if (known) return known;
  if (property(error, 'tlsFailed') === true) return notEncrypted(error, host);
  const status = property(error, 'responseCode');
  if (said === '' && typeof status !== 'number') return error;
  const isPassing = typeof status === 'number' && status < 500;
  return failure(
    ['pieces.refused', `${host} refused this.${answer || ' Please check the mail.'}`],
    error,
    isPassing,
  );
};
