import {
  InsufficientScopeError,
  ProtocolError,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { OutboundError } from '../../../../../kernel/outbound/outbound.ts';
import { MessageError } from './read-response.ts';

/** Why a server could not be used. */
export interface McpFailure {
  /** UNREACHABLE: the server gave no answer that can be used. REFUSED: it wants other credentials. ANSWER: it reported a failure of this request alone. */
  kind: 'UNREACHABLE' | 'REFUSED' | 'ANSWER';
  /** A sentence for people and models. */
  message: string;
}

const causes = function* (error: unknown): Generator<unknown> {
  for (let cause = error; cause instanceof Error; cause = cause.cause) yield cause;
};

const longestMessage = 500;
const unseen = /[^\P{C}\n]/gu;

/** A message that another server wrote, as it may be shown. */
const foreign = (text: string): string => text.replace(unseen, ' ').slice(0, longestMessage).trim();

const ofStatus = (status: number): McpFailure => {
  if (status === 401 || status === 403)
    return {
      kind: 'REFUSED',
      message: `It refused the request with status ${status}. Please check how it is signed.`,
    };
  const hint =
    status === 404 || status === 405
      ? ' There is no MCP server at this address. Please check the path; it often ends in /mcp.'
      : '';
  return { kind: 'UNREACHABLE', message: `It answered with status ${status}.${hint}` };
};

const ofLibrary = (error: SdkError): McpFailure => {
  if (error instanceof SdkHttpError) return ofStatus(error.status);
  if (error.code === SdkErrorCode.RequestTimeout)
    return { kind: 'UNREACHABLE', message: 'It did not answer in time.' };
  if (error.code === SdkErrorCode.ListPaginationExceeded)
    return { kind: 'UNREACHABLE', message: 'Its list of tools does not end.' };
  if (error.code === SdkErrorCode.UnsupportedResultType || error.code === SdkErrorCode.CapabilityNotSupported)
    return { kind: 'ANSWER', message: 'It asked back for something that agents cannot give.' };
  return {
    kind: 'UNREACHABLE',
    message: 'It does not answer as an MCP server does. Please check the address.',
  };
};

/** Explains what `withMcpClient` threw; undefined for an error of ours. */
export const explainFailure = (error: unknown): McpFailure | undefined => {
  const chain = [...causes(error)];
  const network = chain.find((cause) => cause instanceof OutboundError || cause instanceof MessageError);
  if (network instanceof Error) return { kind: 'UNREACHABLE', message: network.message };
  if (error instanceof InsufficientScopeError || error instanceof UnauthorizedError) return ofStatus(401);
  if (error instanceof ProtocolError)
    return { kind: 'ANSWER', message: `It reported an error: ${foreign(error.message)}` };
  if (error instanceof SdkError) return ofLibrary(error);
  const isUnreadable = error instanceof SyntaxError || (error instanceof Error && error.name === 'ZodError');
  return isUnreadable
    ? { kind: 'UNREACHABLE', message: 'It does not answer as an MCP server does. Please check the address.' }
    : undefined;
};
