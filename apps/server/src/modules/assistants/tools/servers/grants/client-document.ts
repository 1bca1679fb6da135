import type { AnyCtx } from '../../../../../kernel/context/context.ts';
import { clientMetadata } from './begin-authorization.ts';

export const clientDocumentPath = '/api/crew/mcp-client';

/** Describes this client to servers of authorizations that know none of its kind (client-ID metadata document). */
export const clientDocument = ({ services }: Pick<AnyCtx, 'services'>, origin: string) => {
  const base = services.config.server.publicUrl ?? origin;
  return {
    client_id: `${base}${clientDocumentPath}`,
    client_uri: base,
    ...clientMetadata(`${base}/connection-auth`),
    token_endpoint_auth_method: 'none',
  };
};
