import type { Tool, ToolSettings } from '@atelier/contracts/assistants/tools/tool-shapes';
import { fail } from '../../../../kernel/base/errors.ts';
import { newId } from '../../../../kernel/base/ids.ts';
import { authorOf } from '../../../../kernel/context/actor.ts';
import { checkRevision } from '../../../../kernel/context/check-revision.ts';
import type { AnyCtx } from '../../../../kernel/context/context.ts';
import { presentTool } from '../present.ts';
import { type NewToolRow, toolRepository } from '../repository.ts';
import { checkSettings } from './check-settings.ts';

type Columns = Omit<NewToolRow, 'id' | 'createdBy'>;

/** Returns the columns of settings. What belongs to the other kind of tool is left out. */
const columnsOf = (settings: ToolSettings): Columns => {
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
  ...columnsOf(settings),
  createdBy: authorOf(ctx),
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
    const row = await toolRepository.update(tx.db, toolId, columnsOf(settings));
    await tx.audit('tools.updated', toolId, { name: settings.name });
    return presentTool(tx, row ?? fail('tools.not_found'));
  });
