import { isObject, type JsonValue } from '@atelier/contracts/fields/field-values';
import { type Json, listed, text } from './operation.ts';

/** The most servers that are offered. */
const mostServers = 10;

/** Fills the variables of an address with their defaults, or with the first of their values. */
const filled = (server: Json): string | undefined => {
  const variables = isObject(server['variables']) ? server['variables'] : {};
  const names = [...text(server['url']).matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name);
  let url = text(server['url']).trim();
  for (const name of names) {
    const variable = Object.hasOwn(variables, name) ? variables[name] : undefined;
    const value = isObject(variable) ? (variable['default'] ?? listed(variable['enum'])[0]) : undefined;
    if (typeof value !== 'string' && typeof value !== 'number') return undefined;
    url = url.replaceAll(`{${name}}`, String(value));
  }
  return url;
};

/** Returns the address of a server without a slash at its end; undefined when it is none that tools can call. */
const resolveServerUrl = (server: JsonValue, base: string | undefined): string | undefined => {
  const url = isObject(server) ? filled(server) : undefined;
  if (url === undefined) return undefined;
  const resolved = URL.canParse(url, base) ? new URL(url, base) : undefined;
  if (!resolved || !/^https?:$/.test(resolved.protocol) || resolved.search + resolved.hash !== '')
    return undefined;
  return resolved.href.replace(/\/$/, '');
};

const named = (server: JsonValue): string => (isObject(server) ? text(server['url']).slice(0, 200) : '');

/**
 * Returns the addresses of the servers of a document, an item or an operation, and of those that are not used a sentence. Relative ones are
 * resolved against the address of the document. Where none is described, the document is on the server (OpenAPI 3.1.1, section 4.8.1.1).
 */
export const readServers = (
  owner: Json,
  base: string | undefined,
): { servers: string[]; notes: string[] } => {
  const described = listed(owner['servers']);
  const all = described.length === 0 ? [{ url: '/' }] : described;
  const [servers, notes] = [new Set<string>(), [] as string[]];
  for (const server of all) {
    const address = resolveServerUrl(server, base);
    if (address !== undefined) servers.add(address);
    else if (described.length > 0)
      notes.push(`The server “${named(server)}” is not offered, because its address is not complete.`);
  }
  return { servers: [...servers].slice(0, mostServers), notes: notes.slice(0, mostServers) };
};

/** Returns the address that an operation has of its own; null where it has that of the document. */
export const ownServer = (item: Json, operation: Json, base: string | undefined): string | null => {
  const owner = [operation, item].find(({ servers }) => listed(servers).length > 0);
  return owner ? (readServers(owner, base).servers[0] ?? null) : null;
};
