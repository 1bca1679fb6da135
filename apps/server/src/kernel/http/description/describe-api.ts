import { bodyLimitFor, type Contract, type Endpoint } from '@atelier/contracts/kernel/contract';
import { describeFailures, failureComponents } from './describe-failures.ts';
import { type AskedShapes, describeShapes, type Json } from './describe-shapes.ts';

/** The ways in which callers prove who they are. */
const securitySchemes: Json = {
  apiKey: { type: 'http', scheme: 'bearer', description: 'An API key of a user, made in the account.' },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'atelier_session',
    description: 'The session of a browser.',
  },
  csrfToken: {
    type: 'apiKey',
    in: 'header',
    name: 'x-csrf-token',
    description: 'The token of the session, which every request with its cookie needs that is not a GET.',
  },
  appUser: { type: 'http', scheme: 'bearer', description: 'The token of an invited user of an app.' },
  appUserSession: {
    type: 'apiKey',
    in: 'cookie',
    name: 'atelier_app_user',
    description: 'The session of an invited user of an app.',
  },
};

/**
 * Returns the ways of proving who calls that an endpoint accepts. What everybody may call needs none, and shows more to those whom it knows, such
 * as a private app.
 */
const describeSecurity = ({ access, method }: Endpoint): Json[] => {
  const withToken = method === 'GET' ? {} : { csrfToken: [] };
  if ('appUser' in access) return [{ appUser: [] }, { appUserSession: [], ...withToken }];
  const session = { session: [], ...withToken };
  // Calls that concern every company must be made by a person.
  if ('internal' in access) return [session];
  return [...('public' in access ? [{}] : []), { apiKey: [] }, session];
};

/** One endpoint with the descriptions of its shapes, by their keys. */
interface Operation {
  contract: Contract;
  endpoint: Endpoint;
  id: string;
  sent: Record<string, Json>;
  received: Record<string, Json>;
}

const sentShapes = (id: string, { params, query, body, form }: Endpoint): AskedShapes => ({
  ...(params && { [`${id} params`]: params }),
  ...(query && { [`${id} query`]: query }),
  ...(body && { [`${id} body`]: body }),
  ...(form && { [`${id} form`]: form }),
});

const receivedShapes = (id: string, { reply, events, sends, failureShape }: Endpoint): AskedShapes => {
  const shapes: AskedShapes = {};
  if (reply) shapes[`${id} reply`] = reply;
  if (failureShape) shapes[`${id} failure`] = failureShape.body;
  for (const [name, event] of Object.entries(events ?? {})) shapes[`${id} event ${name}`] = event;
  for (const [status, { content = {} }] of Object.entries(sends ?? {}))
    for (const [type, shape] of Object.entries(content)) shapes[`${id} ${status} ${type}`] = shape;
  return shapes;
};

const toFields = ({ properties = {}, required = [] }: Json) => ({
  properties: Object.entries(properties as Record<string, Json>),
  required: new Set(required as string[]),
});

const describeParameters = ({ id, sent, endpoint }: Operation): Json[] => {
  const list = (kind: 'params' | 'query') => {
    const { properties, required } = toFields(sent[`${id} ${kind}`] ?? {});
    return properties.map(([name, schema]) => ({
      name,
      in: kind === 'params' ? 'path' : 'query',
      required: kind === 'params' || required.has(name),
      schema,
    }));
  };
  const headers = Object.entries(endpoint.headers ?? {}).map(([name, description]) => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string' },
  }));
  return [...list('params'), ...list('query'), ...headers];
};

const readsItself = ({ rawBody, streamedBody }: Endpoint): boolean =>
  rawBody !== undefined || streamedBody !== undefined;

/** The body of an endpoint that reads every body itself: the most frequent types. */
const anyBody: Json = {
  'application/json': { schema: {} },
  'text/plain': { schema: { type: 'string' } },
  'application/octet-stream': { schema: { type: 'string', format: 'binary' } },
};

const describeBody = ({ id, sent, endpoint }: Operation): Json | undefined => {
  const content: Json = {};
  if (endpoint.body) content['application/json'] = { schema: sent[`${id} body`] };
  if (endpoint.form) content['multipart/form-data'] = { schema: sent[`${id} form`] };
  if (readsItself(endpoint)) Object.assign(content, anyBody);
  if (Object.keys(content).length === 0) return undefined;
  const isNeeded = !readsItself(endpoint) && !endpoint.body?.safeParse(undefined).success;
  return { required: isNeeded, content };
};

const wrap = (status: number, data: Json): Json => ({
  type: 'object',
  required: ['success', 'responseCode', 'responseData', 'requestId'],
  properties: {
    success: { type: 'boolean', description: 'Always true.' },
    responseCode: { type: 'integer', const: status },
    responseData: data,
    requestId: { type: 'string' },
  },
});

/** A stream is a text. The shapes of its events stand beside it, because this version of OpenAPI has no words for them. */
const describeEvents = ({ id, received, endpoint }: Operation): Json => {
  const names = Object.keys(endpoint.events ?? {});
  return {
    schema: { type: 'string', description: `Server-sent events: ${names.join(', ')}.` },
    'x-events': Object.fromEntries(names.map((name) => [name, received[`${id} event ${name}`]])),
  };
};

const describeSent = ({ id, received, endpoint }: Operation): Json => {
  const responses: Json = {};
  for (const [status, { says, content = {} }] of Object.entries(endpoint.sends ?? {})) {
    const types: Json = {};
    for (const type of Object.keys(content)) types[type] = { schema: received[`${id} ${status} ${type}`] };
    responses[status] = { description: says, ...(Object.keys(types).length > 0 && { content: types }) };
  }
  return responses;
};

const describeSuccess = (operation: Operation): Json => {
  const { id, received, endpoint } = operation;
  if (endpoint.sends) return describeSent(operation);
  const content: Json = {};
  if (endpoint.reply) content['application/json'] = { schema: wrap(200, received[`${id} reply`] ?? {}) };
  if (endpoint.events) content['text/event-stream'] = describeEvents(operation);
  return { 200: { description: 'Success.', content } };
};

const accessText = ({ access }: Endpoint): string => {
  const [kind, word] = Object.entries(access)[0] ?? [];
  return kind === 'allow' ? `Needs the permission \`${word}\`.` : `${kind}: ${word}.`;
};

const limitText = (endpoint: Endpoint): string =>
  endpoint.body || readsItself(endpoint) ? ` Takes at most ${bodyLimitFor(endpoint) / 1024} KB.` : '';

const describeOperation = (operation: Operation): Json => {
  const { contract, endpoint, id, received } = operation;
  const requestBody = describeBody(operation);
  return {
    operationId: id,
    tags: [contract.name],
    summary: endpoint.summary,
    description: `${accessText(endpoint)}${limitText(endpoint)}`,
    parameters: describeParameters(operation),
    ...(requestBody && { requestBody }),
    security: describeSecurity(endpoint),
    responses: {
      ...describeSuccess(operation),
      ...describeFailures(contract, endpoint, received[`${id} failure`]),
    },
  };
};

const listOperations = (contracts: readonly Contract[]) =>
  contracts.flatMap((contract) =>
    Object.entries(contract.endpoints).map(([name, endpoint]) => ({
      contract,
      endpoint,
      id: `${contract.name}.${name}`,
    })),
  );

/** Returns the OpenAPI 3.1 description of all contracts. */
export const describeApi = (contracts: readonly Contract[], version: string): Json => {
  const operations = listOperations(contracts);
  const { components, sent, received } = describeShapes(
    Object.fromEntries(operations.flatMap(({ id, endpoint }) => Object.entries(sentShapes(id, endpoint)))),
    Object.fromEntries(
      operations.flatMap(({ id, endpoint }) => Object.entries(receivedShapes(id, endpoint))),
    ),
  );
  const paths: Record<string, Json> = {};
  for (const operation of operations) {
    const path = operation.endpoint.path.replace(/:(\w+)/g, '{$1}');
    const described = describeOperation({ ...operation, sent, received });
    paths[path] = { ...paths[path], [operation.endpoint.method.toLowerCase()]: described };
  }
  const failures = failureComponents(contracts);
  return {
    openapi: '3.1.0',
    info: { title: 'Atelier', version },
    servers: [{ url: '/' }],
    tags: contracts.map(({ name }) => ({ name })),
    paths,
    components: {
      schemas: { ...components, ...failures.schemas },
      responses: failures.responses,
      securitySchemes,
    },
  };
};
