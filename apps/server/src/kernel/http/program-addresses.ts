import { contracts } from '@atelier/contracts';
import type { Endpoint, Envelope } from '@atelier/contracts/kernel/contract';
import type { FastifyRequest } from 'fastify';

/** The addresses that programs call. They are never answered with a page, which a program cannot read. */
const forPrograms = /^\/+(api|v1|mcp|\.well-known)(\/|$)/i;

const decoded = (path: string): string => {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
};

export const isForPrograms = (path: string): boolean => forPrograms.test(decoded(path));

/** The endpoints that speak a protocol of others, which has its own shape of failures. */
const ofOtherProtocols = Object.values(contracts)
  .flatMap((contract) => Object.values<Endpoint>(contract.endpoints))
  .filter(({ failureShape }) => failureShape !== undefined);

const firstSegment = (path: string): string => path.split(/[/?]+/)[1] ?? '';

/**
 * Returns the body of a failed answer: the envelope, or what the protocol of the endpoint has instead. An address that no endpoint has is
 * answered as the endpoints beside it answer.
 */
export const failureBody = ({ url, routeOptions }: FastifyRequest, envelope: Envelope): object => {
  const segment = firstSegment(url);
  const endpoint =
    routeOptions.config.endpoint ?? ofOtherProtocols.find(({ path }) => firstSegment(path) === segment);
  return endpoint?.failureShape?.make(envelope) ?? envelope;
};
