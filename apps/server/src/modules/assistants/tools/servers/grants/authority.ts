import { z } from 'zod';

/** The part of an authorization server's metadata (RFC 8414) that later requests need. */
const Metadata = z.object({
  issuer: z.string(),
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  response_types_supported: z.array(z.string()),
  token_endpoint_auth_methods_supported: z.array(z.string()).optional(),
  revocation_endpoint: z.string().optional(),
  revocation_endpoint_auth_methods_supported: z.array(z.string()).optional(),
  authorization_response_iss_parameter_supported: z.boolean().optional(),
});

/** A client as a server of authorizations knows it. It belongs to `issuer` and is shown to no other. */
export const Client = z.object({
  client_id: z.string(),
  client_secret: z.string().optional(),
  client_secret_expires_at: z.number().optional(),
  token_endpoint_auth_method: z.string().optional(),
  issuer: z.string().optional(),
});
export type Client = z.infer<typeof Client>;

/** The address at which tokens are asked for, and the client that asks. */
export const Authority = z.object({
  url: z.string(),
  metadata: Metadata.optional(),
  /** The resource for which tokens are asked (RFC 8707). */
  resource: z.string().optional(),
  client: Client,
});
export type Authority = z.infer<typeof Authority>;

/** An authorization between its two halves. */
export const Flow = z.object({
  authority: Authority,
  verifier: z.string(),
  redirectUrl: z.string(),
  /** The scopes that were asked for. */
  scope: z.string(),
});
export type Flow = z.infer<typeof Flow>;

/** The stored part of an authorization. */
export const Grant = z.object({
  authority: Authority,
  accessToken: z.string(),
  refreshToken: z.string().optional(),
});
export type Grant = z.infer<typeof Grant>;
