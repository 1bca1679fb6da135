import { errorCatalogue } from '@atelier/contracts';
import {
  bodyLimitOf,
  type Contract,
  type Endpoint,
  type ErrorKind,
  errorStatus,
} from '@atelier/contracts/kernel/contract';
import { z } from 'zod';

type Json = Record<string, unknown>;

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    reused: 'inline',
  }) as Json;
  return rest;
};

const parametersOf = (endpoint: Endpoint): Json[] => {
  const list = (schema: z.ZodObject | undefined, place: 'path' | 'query') =>
    Object.entries(schema?.shape ?? {}).map(([name, field]) => ({
      name,
      in: place,
      required: place === 'path' || !z.safeParse(field as z.ZodType, undefined).success,
      schema: schemaOf(field as z.ZodType, 'input'),
    }));
  return [...list(endpoint.params, 'path'), ...list(endpoint.query, 'query')];
};

const envelopeOf = (data: Json): Json => ({
  type: 'object',
  required: ['success', 'responseCode', 'responseData', 'requestId'],
  properties: {
    success: { const: true },
    responseCode: { const: 200 },
    responseData: data,
    requestId: { type: 'string' },
  },
});

const requestBodyOf = (endpoint: Endpoint): Json | undefined => {
  if (endpoint.multipart && !endpoint.streamedBody)
    return { content: { 'multipart/form-data': { schema: { type: 'object' } } } };
  return endpoint.body
    ? { content: { 'application/json': { schema: schemaOf(endpoint.body, 'input') } } }
    : undefined;
};

const accessText = (endpoint: Endpoint): string => {
  const [kind, word] = Object.entries(endpoint.access)[0] ?? [];
  return kind === 'allow' ? `Needs the permission \`${word}\`.` : `${kind}: ${word}.`;
};

const limitText = (endpoint: Endpoint): string =>
  endpoint.body || endpoint.rawBody || endpoint.streamedBody
    ? ` Takes at most ${bodyLimitOf(endpoint) / 1024} KB.`
    : '';

const operationOf = (contract: Contract, name: string, endpoint: Endpoint): Json => {
  const content: Json = {};
  if (endpoint.reply)
    content['application/json'] = { schema: envelopeOf(schemaOf(endpoint.reply, 'output')) };
  if (endpoint.events)
    content['text/event-stream'] = {
      schema: { type: 'string', description: `Events: ${Object.keys(endpoint.events).join(', ')}` },
    };
  const requestBody = requestBodyOf(endpoint);
  return {
    operationId: `${contract.name}.${name}`,
    tags: [contract.name],
    summary: endpoint.summary,
    description: `${accessText(endpoint)}${limitText(endpoint)}`,
    parameters: parametersOf(endpoint),
    ...(requestBody ? { requestBody } : {}),
    ...('public' in endpoint.access ? { security: [] } : {}),
    responses: {
      200: { description: 'Success', content },
      default: { $ref: '#/components/responses/Failure' },
    },
  };
};

const failureResponse = (): Json => ({
  description: `Failure. Codes: ${Object.entries(errorCatalogue)
    .map(([code, { kind }]) => `\`${code}\` (${errorStatus[kind as ErrorKind]})`)
    .join(', ')}`,
  content: {
    'application/json': {
      schema: {
        type: 'object',
        required: ['success', 'responseCode', 'code', 'message', 'requestId'],
        properties: {
          success: { const: false },
          responseCode: { type: 'integer' },
          code: { type: 'string' },
          message: { type: 'string' },
          requestId: { type: 'string' },
        },
      },
    },
  },
});

/** Returns the OpenAPI 3.1 description of all contracts. */
export const describeApi = (contracts: readonly Contract[], version: string): Json => {
  const paths: Record<string, Json> = {};
  for (const contract of contracts) {
    for (const [name, endpoint] of Object.entries(contract.endpoints)) {
      const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
      paths[path] = {
        ...paths[path],
        [endpoint.method.toLowerCase()]: operationOf(contract, name, endpoint),
      };
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Atelier', version },
    paths,
    security: [{ apiKey: [] }, { session: [] }],
    components: {
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer' },
        session: { type: 'apiKey', in: 'cookie', name: 'atelier_session' },
      },
      responses: { Failure: failureResponse() },
    },
  };
};
