import { checkRequest, type RequestProblem } from '@atelier/agents/tools';
import type { Tool, ToolSettings } from '@atelier/contracts/assistants/tools/tool-shapes';
import { fail } from '../../../../kernel/base/errors.ts';
import { newId } from '../../../../kernel/base/ids.ts';
import { toAuthor } from '../../../../kernel/context/actor.ts';
import { checkRevision } from '../../../../kernel/context/check-revision.ts';
import type { AnyCtx, TxCtx } from '../../../../kernel/context/context.ts';
import { findConnection } from '../../../content/connections/index.ts';
import { findDefaultTool, findRequiredConnection } from '../default-tools.ts';
import { findAction } from '../find-action.ts';
import { presentTool } from '../present.ts';
import { type NewToolRow, toolRepository } from '../repository.ts';
import { findToolUses } from '../tool-uses.ts';

/** Reads who uses a tool. Throws `tools.not_found`. */
export const readRemoval = (ctx: AnyCtx, id: string) =>
  ctx.tx(async (tx) => {
    if (!(await toolRepository.find(tx.db, id))) fail('tools.not_found');
    return { usedBy: await findToolUses(tx, id) };
  });

/** Deletes a tool. Agents go on without it, also those that are at work. Throws `tools.not_found`. */
export const removeTool = (ctx: AnyCtx, id: string): Promise<void> =>
  ctx.tx(async (tx) => {
    const row = (await toolRepository.remove(tx.db, id)) ?? fail('tools.not_found');
    await tx.audit('tools.removed', id, { name: row.name });
  });

const refuse = (issues: RequestProblem[]): never => fail('tools.invalid', { issues });

/** The kind of connection that requests can be sent with. */
const requestConnection = () => findAction('http', 'send_request')?.piece.connection;

const checkHttp = ({ request }: ToolSettings): void => {
  if (!request) return refuse([{ path: 'request', message: 'Please describe the request.' }]);
  const issues = checkRequest(request).map(({ path, message }) => ({ path: `request.${path}`, message }));
  if (issues.length > 0) refuse(issues);
};

const checkDefault = ({ defaultToolId, connectionId }: ToolSettings): void => {
  const tool = findDefaultTool(defaultToolId ?? '');
  if (!tool) return refuse([{ path: 'defaultToolId', message: 'Please choose a tool.' }]);
  if (!findRequiredConnection(tool))
    refuse([
      { path: 'defaultToolId', message: 'This tool needs no connection. Agents can use it as it is.' },
    ]);
  if (connectionId === null) refuse([{ path: 'connectionId', message: 'Please choose a connection.' }]);
};

/** Throws `tools.invalid` and `tools.connection_not_fitting`. */
export const checkSettings = async (tx: TxCtx, settings: ToolSettings): Promise<void> => {
  if (settings.kind === 'HTTP') checkHttp(settings);
  else checkDefault(settings);
  const { kind, defaultToolId, connectionId } = settings;
  if (connectionId === null) return;
  const base = findDefaultTool(defaultToolId ?? '');
  const wanted = kind === 'HTTP' ? requestConnection() : base && findRequiredConnection(base);
  const found = await findConnection(tx, connectionId);
  if (!wanted || found?.kind !== wanted.kind || found.service !== wanted.service)
    fail('tools.connection_not_fitting');
};

type Columns = Omit<NewToolRow, 'id' | 'createdBy'>;

/** Returns the columns of settings. What belongs to the other kind of tool is left out. */
const toColumns = (settings: ToolSettings): Columns => {
  const { name, description, kind, request, defaultToolId, connectionId, effect, approval } = settings;
  const isHttp = kind === 'HTTP';
  return {
    ...{ name, description, kind, connectionId, effect, approval },
    request: isHttp ? request : null,
    defaultToolId: isHttp ? null : defaultToolId,
  };
};

/** Returns a new row of a tool. */
export const newRow = (ctx: AnyCtx, settings: ToolSettings): NewToolRow => ({
  id: newId('tol'),
  ...toColumns(settings),
  createdBy: toAuthor(ctx),
});

/** Throws `tools.invalid`, `tools.connection_not_fitting` and `tools.name_taken`. */
export const createTool = (ctx: AnyCtx, settings: ToolSettings): Promise<Tool> =>
  ctx.tx(async (tx) => {
    await checkSettings(tx, settings);
    const [row] = await toolRepository.insert(tx.db, [newRow(tx, settings)]);
    if (!row) return fail('server.internal');
    await tx.audit('tools.created', row.id, { name: row.name });
    return presentTool(tx, row);
  });

/** Throws `tools.not_found`, `tools.changed_meanwhile` and what `createTool` throws. */
export const updateTool = (
  ctx: AnyCtx,
  { toolId, revision, ...settings }: ToolSettings & { toolId: string; revision?: number | undefined },
): Promise<Tool> =>
  ctx.tx(async (tx) => {
    const find = async () => (await toolRepository.find(tx.db, toolId)) ?? fail('tools.not_found');
    const newest = async () => presentTool(tx, await find());
    await checkRevision(tx, 'tools.changed_meanwhile', { id: toolId, revision, newest });
    await find();
    await checkSettings(tx, settings);
    const row = await toolRepository.update(tx.db, toolId, toColumns(settings));
    await tx.audit('tools.updated', toolId, { name: settings.name });
    return presentTool(tx, row ?? fail('tools.not_found'));
  });
