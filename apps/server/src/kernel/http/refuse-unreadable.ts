import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { AppError } from '../base/errors.ts';
import { newId } from '../base/ids.ts';
import { failure } from './envelope.ts';

const statusOf = new Map([
  ['HPE_HEADER_OVERFLOW', 431],
  ['ERR_HTTP_REQUEST_TIMEOUT', 408],
]);

/**
 * Answers bytes that are not HTTP, or that two programs could read as different requests, and closes the connection, because nobody can
 * tell where the next request begins. Node calls it in place of the server, so it writes the headers of every reply itself.
 */
export const refuseUnreadable =
  (always: Record<string, string>) =>
  (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    const status = statusOf.get(error.code ?? '') ?? 400;
    const envelope = { ...failure(newId('req'), new AppError('request.unreadable')), responseCode: status };
    const body = JSON.stringify(envelope);
    const headers = {
      ...always,
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'));
  };
