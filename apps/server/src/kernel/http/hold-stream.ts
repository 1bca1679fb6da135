import type { Endpoint } from '@atelier/contracts/kernel/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../base/errors.ts';
import type { Streams } from '../live/streams.ts';
import type { Anonymous } from '../module/exchange.ts';
import type { Authenticate, Principal } from '../module/principal.ts';
import { checkAccess } from './guard.ts';

/** A refusal says no; whatever else goes wrong says nothing about the right. */
const holds = async (check: () => Promise<boolean>): Promise<boolean> => {
  try {
    return await check();
  } catch (error) {
    if (error instanceof AppError && error.kind !== 'unavailable') return false;
    throw error;
  }
};

const isSamePerson = (now: Principal | null, then: Principal | null): boolean =>
  now?.kind === then?.kind && now?.userId === then?.userId && now?.tenantId === then?.tenantId;

export interface StreamParts {
  endpoint: Endpoint;
  request: FastifyRequest;
  reply: FastifyReply;
  streams: Streams;
  authenticate: Authenticate;
  /** The context of a principal, with the rights of this moment. */
  contextOf(principal: Principal | null): Anonymous;
  /** Makes the handler stop, and sends nothing more. */
  end(): void;
}

/**
 * Counts the request among the open streams until its reply is over, and ends it when the proof of the request, its
 * access, or what `isStillShown` asks does not hold any more. Throws `request.too_many_streams`.
 */
export const holdStream = (
  parts: StreamParts,
  tenantId: string,
  isStillShown: (asker: Anonymous) => Promise<boolean>,
): void => {
  const { endpoint, request, reply } = parts;
  const release = parts.streams.register({
    tenantId,
    userId: request.principal?.userId ?? null,
    address: request.ip,
    end: parts.end,
    judge: () =>
      holds(async () => {
        const principal = await parts.authenticate(request.headers, { unused: true });
        if (!isSamePerson(principal, request.principal)) return false;
        checkAccess(endpoint, principal);
        return isStillShown(parts.contextOf(principal));
      }),
  });
  reply.raw.once('close', release);
};
