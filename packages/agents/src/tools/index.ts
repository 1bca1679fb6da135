export { checkRequest, type RequestProblem } from './check-request.ts';
export { argumentsSchema, type FilledRequest, fillRequest, RequestError } from './fill-request.ts';
export { type OpenApiReading, type ReadOperation, readOpenApi } from './openapi/read-openapi.ts';
export { type GivenMcpTool, type ReadMcpTool, readMcpTools } from './read-mcp-tools.ts';
