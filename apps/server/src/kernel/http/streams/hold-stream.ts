import type { Endpoint } from '@atelier/contracts/kernel/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../base/errors.ts';
import type { Streams } from '../../live/streams.ts';
import type { Anonymous } from '../../module/exchange.ts';
import type { Authenticate, Principal } from '../../module/principal.ts';
import { checkAccess } from '../guard.ts';

/** Returns false only for a refusal; any other failure says nothing about the permission and is thrown. */
const isAllowed = async (check: () => Promise<boolean>): Promise<boolean> => {
  try {
    return await check();
  } catch (error) {
    if (error instanceof AppError && error.kind !== 'unavailable') return false;
    throw error;
  }
};

const isSameCaller = (now: Principal | null, then: Principal | null): boolean =>
  now?.kind === then?.kind && now?.userId === then?.userId && now?.tenantId === then?.tenantId;

export interface StreamParts {
  endpoint: Endpoint;
  request: FastifyRequest;
  reply: FastifyReply;
  streams: Streams;
  authenticate: Authenticate;
  /** Returns the context of a principal with its present permissions. */
  contextOf(principal: Principal | null): Anonymous;
  /** Stops the handler, and sends nothing more. */
  end(): void;
}

/**
 * Counts the request among the open streams until its reply is over. Ends it when its authentication, its access or the answer of
 * `isStillShown` no longer holds. Throws `request.too_many_streams`.
 */
export const holdStream = (
  parts: StreamParts,
  tenantId: string,
  isStillShown: (asker: Anonymous) => Promise<boolean>,
): void => {
  const { endpoint, request, reply } = parts;
  const release = parts.streams.register({
    tenantId,
    userId: request.principal?.userId ?? request.appUser?.appUserId ?? null,
    address: request.ip,
    end: parts.end,
    isStillAllowed: () =>
      isAllowed(async () => {
        const principal = await parts.authenticate(request.headers, { unused: true });
        if (!isSameCaller(principal, request.principal)) return false;
        checkAccess({ endpoint, request }, principal);
        return isStillShown(parts.contextOf(principal));
      }),
  });
  reply.raw.once('close', release);
};
