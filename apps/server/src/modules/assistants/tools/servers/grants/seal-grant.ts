import { readJson } from '@atelier/contracts/kernel/parse-json';
import type { AnyCtx } from '../../../../../kernel/context/context.ts';
import type { GrantRow } from '../../tables.ts';
import { Flow, Grant } from './authority.ts';

const ofGrant = ({ tenantId }: AnyCtx, id: string) => ({ purpose: `mcp grant ${id}`, tenantId });
const ofFlow = ({ tenantId }: AnyCtx, stateHash: string) => ({
  purpose: `mcp grant attempt ${stateHash}`,
  tenantId,
});

/** Encrypts tokens so that they can be decrypted only for this account. */
export const sealGrant = (ctx: AnyCtx, id: string, grant: Grant): string =>
  ctx.services.secrets.encrypt(JSON.stringify(grant), ofGrant(ctx, id));

export const openGrant = (ctx: AnyCtx, { id, secrets }: Pick<GrantRow, 'id' | 'secrets'>): Grant =>
  Grant.parse(readJson(ctx.services.secrets.decrypt(secrets, ofGrant(ctx, id))));

/** Encrypts the first half of an authorization so that it can be decrypted only with its state. */
export const sealFlow = (ctx: AnyCtx, stateHash: string, flow: Flow): string =>
  ctx.services.secrets.encrypt(JSON.stringify(flow), ofFlow(ctx, stateHash));

export const openFlow = (ctx: AnyCtx, stateHash: string, sealed: string): Flow =>
  Flow.parse(readJson(ctx.services.secrets.decrypt(sealed, ofFlow(ctx, stateHash))));
