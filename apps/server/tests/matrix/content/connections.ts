import { connections } from '@atelier/contracts/content/connections/connections';
import { matrixOf, type Own, type Parts } from '../matrix.ts';

const qdrant = {
  service: 'VECTOR_STORE',
  kind: 'QDRANT',
  values: { url: 'https://127.0.0.1:6333' },
} as const;

/** Creates a connection in tenant A for the call. */
const own = async ({ owner }: Own): Promise<string> => {
  const body = { name: `Store ${crypto.randomUUID()}`, ...qdrant };
  return (await owner.call(connections.endpoints.create, { body })).connectionId;
};
const named = async (tenant: Own): Promise<Parts> => ({ params: { id: await own(tenant) } });

const newOne = () => ({ body: { name: `Store ${crypto.randomUUID()}`, ...qdrant } });

export const connectionsMatrix = matrixOf(connections, {
  list: { plain: 'it lists the own connections' },
  kinds: { plain: 'it lists what the product knows' },
  get: { naming: named },
  create: { plain: 'it names nothing', parts: newOne() },
  update: { naming: async (tenant) => ({ ...(await named(tenant)), body: { name: 'Taken over' } }) },
  remove: { naming: named },
  test: { naming: async (tenant) => ({ body: { ...qdrant, connectionId: await own(tenant) } }) },
  testSaved: { naming: named },
  listAppConnections: { plain: 'it lists the own connections' },
  createAppConnection: { plain: 'it names nothing', parts: newOne() },
  removeAppConnection: { naming: named },
  clientIds: { plain: 'it lists those of the own connections' },
});
