import { errorCatalogue } from '@atelier/contracts';
import {
  type Contract,
  type Endpoint,
  type ErrorKind,
  errorStatus,
} from '@atelier/contracts/kernel/contract';
import { kernelErrors } from '@atelier/contracts/kernel/kernel-errors';
import type { Json } from './describe-shapes.ts';

const kinds = Object.keys(errorStatus) as ErrorKind[];
const kindsByCode = new Map(
  Object.entries(errorCatalogue).map(([code, { kind }]) => [code, kind as ErrorKind]),
);

/** The name of the component of a kind: `not_found` is `NotFound`. */
const toComponentName = (kind: ErrorKind): string =>
  kind.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());

const codesOfKind = (codes: Iterable<string>, kind: ErrorKind): string[] =>
  [...codes].filter((code) => kindsByCode.get(code) === kind);

/** The codes by which a contract says how its endpoints fail, besides those of the kernel. */
const listCodes = ({ errors, alsoFails = [] }: Contract): string[] => [...Object.keys(errors), ...alsoFails];

/** The kinds of failures that only requests with a body, or only some addresses, meet in the kernel. */
const meetsInKernel = (endpoint: Endpoint, kind: ErrorKind): boolean => {
  if (kind === 'too_large' || kind === 'unsupported') return endpoint.method !== 'GET';
  if (kind === 'not_found') return endpoint.params !== undefined || 'internal' in endpoint.access;
  return Object.values(kernelErrors).some((error) => error.kind === kind);
};

/** Returns the kinds of failures that an endpoint can answer with. */
export const listFailureKinds = (contract: Contract, endpoint: Endpoint): ErrorKind[] =>
  kinds.filter((kind) => meetsInKernel(endpoint, kind) || codesOfKind(listCodes(contract), kind).length > 0);

/** A failure as every JSON reply under `/api` has it. */
const failureSchema = (status: number, code: Json): Json => ({
  type: 'object',
  required: ['success', 'responseCode', 'responseData', 'code', 'message', 'requestId'],
  properties: {
    success: { type: 'boolean', description: 'Always false.' },
    responseCode: { type: 'integer', const: status },
    responseData: { description: 'Always null.' },
    code,
    message: { type: 'string', description: 'For people: what is wrong, and what to do next.' },
    requestId: { type: 'string' },
    details: { description: 'What the message is about, such as the refused fields.' },
  },
});

const retryAfter: Json = {
  'Retry-After': { description: 'Seconds to wait before the next try.', schema: { type: 'integer' } },
};

const listed = (codes: readonly string[]): string => codes.map((code) => `\`${code}\``).join(', ');

const describeResponse = (kind: ErrorKind, codes: readonly string[], schema: Json): Json => ({
  description: codes.length > 0 ? `For example ${listed(codes)}.` : 'Failure.',
  ...(kind === 'limit' || kind === 'unavailable' ? { headers: retryAfter } : {}),
  content: { 'application/json': { schema } },
});

/** Refusals of the HTTP parser, before the endpoint is known. */
const unparsed = {
  408: { name: 'RequestTimeout', says: 'The request did not arrive in time.' },
  431: { name: 'HeadersTooLarge', says: 'The address and the headers have more than 16 KB together.' },
};

/** Returns the name of the response of a contract, or of the one of all contracts that have no codes of their own of this kind. */
const responseName = (contract: Contract, kind: ErrorKind): string =>
  codesOfKind(listCodes(contract), kind).length > 0
    ? `${contract.name}.${toComponentName(kind)}`
    : toComponentName(kind);

/** Describes how an endpoint fails. `shape` is the body of a failure where a protocol of others has its own. */
export const describeFailures = (contract: Contract, endpoint: Endpoint, shape: Json | undefined): Json =>
  Object.fromEntries([
    ...listFailureKinds(contract, endpoint).map((kind) => [
      errorStatus[kind],
      shape
        ? describeResponse(kind, codesOfKind(listCodes(contract), kind), shape)
        : { $ref: `#/components/responses/${responseName(contract, kind)}` },
    ]),
    ...Object.entries(unparsed).map(([status, { name }]) => [
      status,
      { $ref: `#/components/responses/${name}` },
    ]),
  ]) as Json;

/** Returns the components that `describeFailures` refers to. */
export const failureComponents = (contracts: readonly Contract[]): { schemas: Json; responses: Json } => {
  const schemas: Json = {};
  const responses: Json = {};
  for (const [status, { name, says }] of Object.entries(unparsed)) {
    const code = { type: 'string', enum: ['request.unreadable'] };
    schemas[`Failure${status}`] = failureSchema(Number(status), code);
    responses[name] = {
      description: says,
      content: { 'application/json': { schema: { $ref: `#/components/schemas/Failure${status}` } } },
    };
  }
  for (const kind of kinds) {
    const name = `Failure${errorStatus[kind]}`;
    const schema = { $ref: `#/components/schemas/${name}` };
    // Each code has the status of its kind, always.
    const code = { type: 'string', enum: codesOfKind(kindsByCode.keys(), kind) };
    schemas[name] = failureSchema(errorStatus[kind], code);
    responses[toComponentName(kind)] = describeResponse(
      kind,
      codesOfKind(Object.keys(kernelErrors), kind),
      schema,
    );
    for (const contract of contracts) {
      const codes = codesOfKind(listCodes(contract), kind);
      if (codes.length > 0) responses[responseName(contract, kind)] = describeResponse(kind, codes, schema);
    }
  }
  return { schemas, responses };
};
