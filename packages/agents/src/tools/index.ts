export { checkRequest, holdsSecret, type RequestProblem } from './check-request.ts';
export { argumentsSchema, type FilledRequest, fillRequest } from './fill-request.ts';
export { type OpenApiReading, type ReadOperation, readOpenApi } from './openapi/read-openapi.ts';
export { leftOutKey, type McpMessageReading, readingKey, readMcpMessage } from './read-mcp-message.ts';
export type { ReadMcpTool } from './read-mcp-tools.ts';
export { RequestError } from './request-error.ts';
