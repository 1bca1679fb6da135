import {
  auth,
  computeScopeUnion,
  extractWWWAuthenticateParams,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
} from '@modelcontextprotocol/client';
import { AppError, fail } from '../../../../../kernel/base/errors.ts';
import { type McpIo, type McpTarget, withMcpClient } from '../client/mcp-client.ts';
import { Authority, Client, type Flow } from './authority.ts';
import { explainRefusal } from './explain-refusal.ts';
import { grantFetch } from './grant-fetch.ts';

interface Beginning {
  url: string;
  redirectUrl: string;
  state: string;
  /** The address of the document that describes this client, where it can be reached from outside. */
  clientDocument: string | undefined;
  /** The client that is known already. */
  client: Client | undefined;
  /** Scopes that are asked for besides those that the server names. */
  scope: string;
}

interface Challenge {
  scope?: string | undefined;
  resourceMetadataUrl?: URL | undefined;
}

class Challenged extends Error {}

/** Calls the server without a token, and returns what it says about where access can be allowed (RFC 9728, section 5). */
const readChallenge = async (target: McpTarget, io: McpIo): Promise<Challenge> => {
  const heard: Challenge[] = [];
  const listen = {
    token: async () => undefined,
    onUnauthorized: async ({ response }: { response: Response }) => {
      heard.push(extractWWWAuthenticateParams(response));
      throw new Challenged();
    },
  };
  try {
    await withMcpClient({ ...target, auth: listen }, io, async (client) => {
      if (client.getServerCapabilities()?.tools !== undefined) await client.listTools();
    });
  } catch (error) {
    if (heard.length === 0) throw error;
  }
  return heard[0] ?? {};
};

/** This client's description of itself when it registers. */
export const clientMetadata = (redirectUrl: string) => ({
  client_name: 'Atelier',
  redirect_uris: [redirectUrl],
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
});

interface Found {
  discovery?: OAuthDiscoveryState;
  client?: Client | undefined;
  resource?: string;
  verifier?: string;
  address?: URL;
}

/** Collects what the library finds and makes up. Tokens are not read here. */
const collecting = (
  { redirectUrl, state, clientDocument }: Beginning,
  found: Found,
): OAuthClientProvider => ({
  redirectUrl,
  clientMetadata: clientMetadata(redirectUrl),
  ...(clientDocument?.startsWith('https:') ? { clientMetadataUrl: clientDocument } : {}),
  state: () => state,
  // A client that was entered belongs to the server that is asked first.
  clientInformation: (context) =>
    found.client && { ...found.client, issuer: found.client.issuer ?? context?.issuer ?? '' },
  saveClientInformation: (client) => void (found.client = Client.parse(client)),
  tokens: () => undefined,
  saveTokens: () => undefined,
  saveDiscoveryState: (discovery) => void (found.discovery = discovery),
  discoveryState: () => undefined,
  saveResourceUrl: (resource) => void (found.resource = resource),
  saveCodeVerifier: (verifier) => void (found.verifier = verifier),
  codeVerifier: () => found.verifier ?? '',
  redirectToAuthorization: (address) => void (found.address = address),
});

const isWeb = ({ protocol }: URL): boolean => protocol === 'https:' || protocol === 'http:';

/** Throws the error that says what is missing, where the cause alone does not tell. */
const explain = (cause: unknown, url: string, { discovery, client }: Found): AppError => {
  const known = explainRefusal(cause, url);
  if (known) return known;
  const metadata = discovery?.authorizationServerMetadata;
  if (!metadata) return new AppError('mcps.no_authorization', undefined, { cause });
  const canRegister = metadata.registration_endpoint !== undefined;
  return new AppError(client || canRegister ? 'mcps.grant_refused' : 'mcps.client_needed', undefined, {
    cause,
  });
};

/**
 * Begins an authorization: finds out where access is allowed, registers this client where it is unknown, and returns the address to which the
 * browser goes, with what the second half needs. Throws `mcps.no_authorization`, `mcps.client_needed`, `mcps.grant_refused` and
 * `mcps.unreachable`.
 */
export const beginAuthorization = async (
  beginning: Beginning,
  io: McpIo,
): Promise<{ authorizationUrl: string; flow: Flow }> => {
  const { url, client, redirectUrl, scope: wanted } = beginning;
  const found: Found = { client };
  try {
    const challenge = await readChallenge({ url, headers: {}, revision: '' }, io);
    const scope = computeScopeUnion(challenge.scope, wanted);
    await auth(collecting(beginning, found), {
      serverUrl: url,
      fetchFn: grantFetch(io),
      ...(scope === undefined ? {} : { scope }),
      ...(challenge.resourceMetadataUrl && { resourceMetadataUrl: challenge.resourceMetadataUrl }),
    });
  } catch (cause) {
    throw explain(cause, url, found);
  }
  const { address, discovery, verifier, resource } = found;
  if (!address || !verifier || !isWeb(address)) return fail('mcps.no_authorization');
  const authority = Authority.parse({
    url: discovery?.authorizationServerUrl,
    metadata: discovery?.authorizationServerMetadata,
    resource,
    client: found.client,
  });
  const scope = address.searchParams.get('scope') ?? '';
  return { authorizationUrl: address.href, flow: { authority, verifier, redirectUrl, scope } };
};
