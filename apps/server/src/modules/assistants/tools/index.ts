export { makeCall, type ToolUse } from './calls/make-call.ts';
export { nameTools, offerTools } from './calls/offer-tools.ts';
export { captureOutcome, type ToolResult, textOfOutput } from './calls/tool-outcome.ts';
export { noteRefusals } from './note-refusals.ts';
export { callMcpTool } from './servers/call-mcp-tool.ts';
export { nameMcps, offerMcpTools } from './servers/offer-mcp-tools.ts';
export { orderLeaving } from './servers/sessions/leave-servers.ts';
export { toolUses } from './tool-uses.ts';
