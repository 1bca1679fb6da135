import { z } from 'zod';
import { defineContract, type Envelope } from '../../kernel/contract.ts';

const path = '/mcp';
const access = { allow: 'chat:use' } as const;
const raw = true;

/** The codes that JSON-RPC itself defines for requests that cannot be read; every other failure is of the server. */
const jsonRpcCodes: Readonly<Record<string, number>> = {
  'request.unreadable': -32_700,
  'request.invalid': -32_600,
};
const serverFailure = -32_000;

/** Shapes a failure before a request is read as JSON-RPC does: without an id, and with our code in its data. */
export const jsonRpcFailure = ({ code = '', message = '', requestId, details }: Envelope) => ({
  jsonrpc: '2.0',
  error: {
    code: jsonRpcCodes[code] ?? serverFailure,
    message,
    data: { code, requestId, ...(details === undefined ? {} : { details }) },
  },
});

/** A message of JSON-RPC. Its methods are described by the Model Context Protocol. */
export const JsonRpcMessage = z.looseObject({ jsonrpc: z.literal('2.0') });

const failureShape = { make: jsonRpcFailure, body: JsonRpcMessage };
const headers = {
  'mcp-session-id': 'The session, with revision 2025-11-25 of the protocol.',
  'mcp-protocol-version': 'The revision of the protocol.',
};
const answer = { 'application/json': JsonRpcMessage, 'text/event-stream': z.string() };

export const mcp = defineContract({
  name: 'mcp',
  errors: {
    'mcp.foreign_origin': {
      kind: 'forbidden',
      message: 'Pages of other sites cannot use this address. Please call it from a program.',
    },
    'mcp.session_not_found': {
      kind: 'not_found',
      message: 'This session has ended. Please initialize a new one.',
    },
    'mcp.session_missing': {
      kind: 'invalid',
      message: 'Please initialize a session first, and send its Mcp-Session-Id with every request.',
    },
    'mcp.tool_not_found': {
      kind: 'not_found',
      message: 'This tool does not exist. Please list the tools again.',
    },
  },
  endpoints: {
    message: {
      method: 'POST',
      path,
      summary:
        'Use apps, knowledge bases, agents and flows as tools of the Model Context Protocol (2025-11-25 and 2026-07-28)',
      unaudited:
        'conversations, searches and runs are recorded where they are stored, and a session holds nothing else',
      access,
      rate: 'chat',
      body: z.unknown(),
      raw,
      headers,
      sends: {
        200: { says: 'The answer.', content: answer },
        202: { says: 'The message needs no answer.' },
        406: {
          says: 'With revision 2025-11-25, a client has to accept both JSON and streams of events.',
          content: { 'application/json': JsonRpcMessage },
        },
      },
      callableFrom: 'OPERATOR_SITES',
      failureShape,
    },
    stream: {
      method: 'GET',
      path,
      summary: 'Refused: the server sends no messages of its own',
      access,
      raw,
      sends: { 405: { says: 'Refused.', content: { 'application/json': JsonRpcMessage } } },
      callableFrom: 'OPERATOR_SITES',
      failureShape,
    },
    endSession: {
      method: 'DELETE',
      path,
      summary: 'End a session of protocol revision 2025-11-25',
      unaudited: 'a session holds nothing',
      access,
      raw,
      headers,
      sends: { 204: { says: 'The session has ended.' } },
      callableFrom: 'OPERATOR_SITES',
      failureShape,
    },
  },
});
