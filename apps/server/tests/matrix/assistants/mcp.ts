import { mcp } from '@atelier/contracts/assistants/programs/mcp';
import { matrixOf } from '../matrix.ts';

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'matrix', version: '1' },
  },
};

export const mcpMatrix = matrixOf(mcp, {
  message: { plain: 'the tools are those of the caller', parts: { body: initialize } },
  stream: { plain: 'it is refused with 405' },
  endSession: { plain: 'a session is named in a header' },
});
