import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { fail } from '../../../../kernel/base/errors.ts';
import type { AnyCtx } from '../../../../kernel/context/context.ts';
import { sourceRepository } from '../repository/sources.ts';
import { sourceTopic } from '../topic.ts';
import { lockSourceRow } from './reads.ts';

/** The token of an inbound address: the source that it belongs to, and a secret that permits sending. */
export interface HookToken {
  tenantId: string;
  sourceId: string;
  secret: string;
}

const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();

export const readToken = (token: string): HookToken | undefined => {
  const [tenantId, sourceId, secret, ...rest] = token.split('.');
  return tenantId && sourceId && secret && rest.length === 0 ? { tenantId, sourceId, secret } : undefined;
};

/** Compares a secret with its hash in constant time. */
export const isSecret = (secret: string, hash: string | null): boolean =>
  timingSafeEqual(hashSecret(secret), hash === null ? Buffer.alloc(32) : Buffer.from(hash, 'hex')) &&
  hash !== null;

interface HookChange {
  isOn: boolean;
  /** When true, creates a new address and invalidates the old one. */
  renew: boolean;
  origin: string;
}

/**
 * Switches the inbound address of a source on or off. The address is returned only once, when it is created. Throws
 * `sources.source_not_found` and `sources.no_hook`.
 */
export const setHook = (
  ctx: AnyCtx,
  id: string,
  { isOn, renew, origin }: HookChange,
): Promise<{ isOn: boolean; address: string | null }> =>
  ctx.tx(async (tx) => {
    const { source } = await lockSourceRow(tx, id);
    if (source.type !== 'WEBHOOK') fail('sources.no_hook');
    const isNew = renew || (isOn && source.hookHash === null);
    const secret = randomBytes(32).toString('base64url');
    await sourceRepository.update(tx.db, id, {
      hookOn: isOn,
      ...(isNew ? { hookHash: hashSecret(secret).toString('hex') } : {}),
    });
    await tx.audit('sources.hook_changed', id, { isOn, isNew });
    await tx.signal(sourceTopic(source.knowledgeBaseId), id);
    const address = `${origin}/api/import/hooks/${tx.tenantId}.${id}.${secret}`;
    return { isOn, address: isNew ? address : null };
  });
