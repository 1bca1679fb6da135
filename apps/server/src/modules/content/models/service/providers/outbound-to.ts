import type { Ctx } from '../../../../../kernel/context/context.ts';
import { addressOfUrl, type Outbound } from '../../../../../kernel/outbound/outbound.ts';
import type { CatalogueProvider } from '../../catalogue.ts';
import { operatorOutbound } from '../../local-servers.ts';

/** Returns the address in a provider's settings, if the operator allowed it for the tenant. */
export const findAllowed = (baseUrl: string | undefined, allowed: readonly string[]): string | undefined =>
  baseUrl !== undefined && URL.canParse(baseUrl) && allowed.includes(addressOfUrl(baseUrl))
    ? baseUrl
    : undefined;

/**
 * The HTTP client for a tenant's own provider. Besides public addresses it reaches only the allowed one, so that a redirect
 * cannot lead to another private address.
 */
export const outboundTo = ({ services }: Ctx, allowedUrl: string | undefined): Outbound =>
  allowedUrl === undefined ? services.outbound : services.outbound.permitting(allowedUrl);

/** The operator's addresses may be private; a tenant's address may be private only if the operator allowed it. */
export const fetchFor = (ctx: Ctx, { managed, allowedUrl }: CatalogueProvider): Outbound['fetch'] =>
  (managed ? ctx.use(operatorOutbound) : outboundTo(ctx, allowedUrl)).fetch;
