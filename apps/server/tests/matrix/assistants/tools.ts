import { randomUUID } from 'node:crypto';
import { tools } from '@atelier/contracts/assistants/tools/tools';
import { connections } from '@atelier/contracts/content/connections/connections';
import { matrixOf, type Own } from '../matrix.ts';

const request = { url: 'https://api.example.com/orders' };
const document = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Orders', version: '1' },
  paths: { '/orders': { get: {} } },
});

/** A tool of A. */
const made = async ({ owner }: Own) => {
  const body = { name: `Theirs ${randomUUID()}`, request };
  return (await owner.call(tools.endpoints.create, { body })).toolId;
};

/** A connection of A. */
const connection = async ({ owner }: Own) => {
  const values = { site: 'https://api.example.com', way: 'BEARER', secret: 'theirs' };
  const body = {
    name: `Theirs ${randomUUID()}`,
    service: 'WEB',
    kind: 'HTTP_AUTHENTICATION',
    values,
  } as const;
  return (await owner.call(connections.endpoints.create, { body })).connectionId;
};

const withConnection = async (own: Own) => ({
  name: `Mine ${randomUUID()}`,
  request,
  connectionId: await connection(own),
});

const params = async (own: Own) => ({ params: { id: await made(own) } });

export const toolsMatrix = matrixOf(tools, {
  list: { plain: 'it lists what the own company has' },
  listOnContent: { plain: 'it lists what the own company has' },
  get: { naming: async (own) => ({ query: { toolId: await made(own) } }) },
  create: { naming: async (own) => ({ body: await withConnection(own) }), refusal: [400] },
  update: {
    naming: async (own) => ({ body: { toolId: await made(own), name: `Taken ${randomUUID()}`, request } }),
  },
  listDefaults: { plain: 'these tools are the same for everybody' },
  test: { naming: async (own) => ({ body: { settings: await withConnection(own) } }), refusal: [400] },
  removal: { naming: params },
  remove: { naming: params },
  readOpenApi: { plain: 'it reads what is sent', parts: { body: { document } } },
  addOpenApi: {
    refusal: [400],
    naming: async (own) => ({
      body: {
        ...{ document, keys: ['GET /orders'], server: 'https://api.example.com' },
        connectionId: await connection(own),
      },
    }),
  },
});
