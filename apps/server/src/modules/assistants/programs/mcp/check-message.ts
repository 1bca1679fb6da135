import { INVALID_PARAMS, specTypeSchemas } from '@modelcontextprotocol/server';

type Shape = (typeof specTypeSchemas)[keyof typeof specTypeSchemas];
type Shapes = ReadonlyMap<unknown, Shape>;

/** The methods for which the official library reports a fault of the server where parameters do not fit. It checks those of tools itself. */
const shapes: Record<'first' | 'second', Shapes> = {
  first: new Map<unknown, Shape>([
    ['initialize', specTypeSchemas.InitializeRequest],
    ['ping', specTypeSchemas.PingRequest],
    ['tools/list', specTypeSchemas.ListToolsRequest],
  ]),
  second: new Map<unknown, Shape>([
    ['server/discover', specTypeSchemas.DiscoverRequest],
    ['tools/list', specTypeSchemas.ListToolsRequest],
  ]),
};

type Path = readonly (PropertyKey | { key: PropertyKey })[];

const namesIn = (path: Path = []): string[] =>
  path.map((part) => String(typeof part === 'object' ? part.key : part));

const refusalOfOne = (message: unknown, known: Shapes) => {
  const { id, method } = Object(message) as { id?: unknown; method?: unknown };
  if (typeof id !== 'string' && typeof id !== 'number') return undefined;
  const checked = known.get(method)?.['~standard'].validate(message);
  if (checked === undefined || !('issues' in checked) || !checked.issues) return undefined;
  // The library knows better than the shapes what each revision demands of `_meta`.
  const issue = checked.issues.find(({ path }) => namesIn(path)[1] !== '_meta');
  if (issue === undefined) return undefined;
  const text = `${namesIn(issue.path).join('.')}: ${issue.message}`;
  return { jsonrpc: '2.0', id, error: { code: INVALID_PARAMS, message: text } };
};

/** Returns the error of JSON-RPC that names the first parameter which does not fit, or undefined where all do. */
export const refusalOf = (body: unknown, isLegacy: boolean) =>
  [body]
    .flat()
    .map((message: unknown) => refusalOfOne(message, isLegacy ? shapes.first : shapes.second))
    .find((refusal) => refusal !== undefined);
