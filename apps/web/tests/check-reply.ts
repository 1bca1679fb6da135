import { contracts } from '@atelier/contracts';
import type { Endpoint } from '@atelier/contracts/kernel/contract';

interface Named {
  name: string;
  endpoint: Endpoint;
  call: RegExp;
}

const endpoints: Named[] = Object.values(contracts)
  .flatMap(({ name, endpoints: own }) =>
    Object.entries<Endpoint>(own).map(([key, endpoint]) => ({ name: `${name}.${key}`, endpoint })),
  )
  .map(({ name, endpoint }) => ({
    name,
    endpoint,
    // expression-is-made: an address of ours, in which each parameter is one class of letters.
    call: new RegExp(`^${endpoint.method} ${endpoint.path.replace(/:\w+/g, '[^/]+')}$`),
  }));

/** Returns the reason why the server could not send this reply to a call such as `GET /api/x`; undefined when it could. */
export const faultOf = (call: string, data: unknown): string | undefined => {
  const found = endpoints.find((each) => each.call.test(call));
  if (!found) return `No contract has ${call}.`;
  const parsed = found.endpoint.reply?.safeParse(data);
  if (!parsed || parsed.success) return undefined;
  const issues = parsed.error.issues.map(({ path, message }) => `  ${path.join('.')}: ${message}`);
  return [`${call} does not reply as ${found.name} does:`, ...issues].join('\n');
};
