import { randomUUID } from 'node:crypto';
import { mcps } from '@atelier/contracts/assistants/tools/mcps';
import { matrixOf, type Own } from '../matrix.ts';

/** Nothing answers there: a server that cannot be reached is saved too. */
const url = 'http://127.0.0.1:9/mcp';

/** An MCP server of A. */
const made = async ({ owner }: Own) =>
  (await owner.call(mcps.endpoints.create, { body: { name: `Theirs ${randomUUID()}`, url } })).mcpId;

const params = async (own: Own) => ({ params: { id: await made(own) } });

export const mcpsMatrix = matrixOf(mcps, {
  list: { plain: 'it lists what the own company has' },
  listAccounts: { plain: 'it lists what the own company has' },
  get: { naming: params },
  create: { plain: 'it names nothing', parts: { body: { name: `Mine ${randomUUID()}`, url } } },
  update: {
    naming: async (own) => ({ body: { mcpId: await made(own), name: `Taken ${randomUUID()}`, url } }),
  },
  discover: { naming: async (own) => ({ body: { mcpId: await made(own), url } }) },
  check: { naming: params },
  connect: { naming: params },
  finishConnecting: {
    plain: 'a state belongs to the session that began with it',
    parts: { body: { code: 'code', state: 'unknown' } },
  },
  disconnect: { naming: params },
  clientDocument: { plain: 'it is the same for everybody' },
  removal: { naming: params },
  remove: { naming: params },
});
