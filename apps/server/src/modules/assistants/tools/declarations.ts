export { type McpBinding, type ToolBinding, type ToolOrigin, toolName } from './calls/tool-binding.ts';
