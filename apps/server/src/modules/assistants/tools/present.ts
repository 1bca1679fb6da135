import type { JsonSchema } from '@atelier/agents';
import { holdsSecret } from '@atelier/agents/tools';
import type {
  DefaultTool,
  Tool,
  ToolLine,
  ToolSchema,
} from '@atelier/contracts/assistants/tools/tool-shapes';
import { revisionFrom } from '../../../kernel/base/revision-from.ts';
import type { AnyCtx } from '../../../kernel/context/context.ts';
import { offerOwn } from './calls/offer-tools.ts';
import {
  buildInputSchema,
  findDefaultTool,
  findRequiredConnection,
  type DefaultTool as Known,
} from './default-tools.ts';
import { canWriteTools } from './policy.ts';
import { shownRefusal } from './refusals/shown-refusal.ts';
import type { ToolRow } from './tables.ts';

const asJson = (schema: JsonSchema): ToolSchema => schema as ToolSchema;

const describeTool = ({ request, defaultToolId }: ToolRow): string => {
  if (!request) return findDefaultTool(defaultToolId ?? '')?.title ?? 'Not available any more';
  const { method, url } = request;
  return `${method} ${URL.canParse(url) ? new URL(url).host : url}`;
};

export const presentLine = (ctx: AnyCtx, row: ToolRow): ToolLine => ({
  toolId: row.id,
  name: row.name,
  description: row.description,
  kind: row.kind,
  summary: describeTool(row),
  connectionId: row.connectionId,
  effect: row.effect,
  approval: row.approval,
  refusal: row.refusal && shownRefusal(row.refusal, offerOwn(row)?.inputSchema),
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  abilities: { canWrite: canWriteTools(ctx) },
});

/** Tools from before a rule against secrets may hold some. They are sent with calls and shown to nobody. */
const hideSecrets = (request: ToolRow['request']): ToolRow['request'] => {
  const hidden = (pairs: { name: string; value: string }[]) =>
    pairs.map((pair) => (holdsSecret(pair) ? { ...pair, value: '••••' } : pair));
  return request && { ...request, query: hidden(request.query), headers: hidden(request.headers) };
};

const toolRevision = (row: ToolRow): number => {
  const { name, description, kind, request, defaultToolId, connectionId, effect, approval } = row;
  return revisionFrom([name, description, kind, request, defaultToolId, connectionId, effect, approval]);
};

export const presentTool = (ctx: AnyCtx, row: ToolRow): Tool => ({
  ...presentLine(ctx, row),
  revision: toolRevision(row),
  request: hideSecrets(row.request),
  defaultToolId: row.defaultToolId,
  inputSchema: asJson(offerOwn(row)?.inputSchema ?? {}),
});

export const presentDefault = (tool: Known): DefaultTool => {
  const connection = findRequiredConnection(tool);
  return {
    toolId: tool.id,
    callName: tool.name,
    name: tool.title,
    description: tool.description,
    effect: tool.effect,
    approval: tool.approval,
    inputSchema: asJson(buildInputSchema(tool)),
    connection: connection
      ? { service: connection.service, kind: connection.kind, title: connection.title }
      : null,
  };
};
