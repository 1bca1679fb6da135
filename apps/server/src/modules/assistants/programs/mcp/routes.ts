import { mcp } from '@atelier/contracts/assistants/programs/mcp';
import { defineRoutes } from '../../../../kernel/module/module.ts';
import { checkOrigin, serveMessage } from './serve-message.ts';
import { endSession } from './sessions.ts';

const type = 'application/json';

export const mcpRoutes = defineRoutes(mcp, {
  message: (ctx, { body }, exchange) => serveMessage(ctx, body, exchange),
  stream: async (ctx, _request, exchange) => {
    checkOrigin(ctx, exchange);
    const error = { code: -32_000, message: 'Method not allowed.' };
    const headers = { allow: 'POST, DELETE' };
    return exchange.sendRaw({ status: 405, type, headers, body: JSON.stringify({ jsonrpc: '2.0', error }) });
  },
  endSession: async (ctx, _request, exchange) => {
    checkOrigin(ctx, exchange);
    await endSession(ctx, exchange.headers);
    return exchange.sendRaw({ status: 204, type, body: '' });
  },
});
