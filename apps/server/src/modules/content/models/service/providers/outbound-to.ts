import type { Ctx } from '../../../../../kernel/context/context.ts';
import { addressOfUrl, type Outbound } from '../../../../../kernel/outbound/outbound.ts';
import type { CatalogueProvider } from '../../catalogue.ts';
import { operatorOutbound } from '../../ollama.ts';

/** The address of a provider's settings, if it is one of those that were allowed to its company. */
export const allowedOf = (baseUrl: string | undefined, allowed: readonly string[]): string | undefined =>
  baseUrl !== undefined && URL.canParse(baseUrl) && allowed.includes(addressOfUrl(baseUrl))
    ? baseUrl
    : undefined;

/** The way out to a company's own provider: beside public addresses to that one alone, so that no redirect finds another. */
export const outboundTo = ({ services }: Ctx, allowedUrl: string | undefined): Outbound =>
  allowedUrl === undefined ? services.outbound : services.outbound.permitting(allowedUrl);

/** Operator-given addresses may lie in the operator's network; a tenant's only where the operator allowed it. */
export const fetchFor = (ctx: Ctx, { managed, allowedUrl }: CatalogueProvider): Outbound['fetch'] =>
  (managed ? ctx.use(operatorOutbound) : outboundTo(ctx, allowedUrl)).fetch;
