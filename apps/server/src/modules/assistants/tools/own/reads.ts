import type { Tool } from '@atelier/contracts/assistants/tools/tool-shapes';
import type { tools } from '@atelier/contracts/assistants/tools/tools';
import type { RequestOf } from '@atelier/contracts/kernel/contract';
import { fail } from '../../../../kernel/base/errors.ts';
import type { AnyCtx } from '../../../../kernel/context/context.ts';
import { listConnectionKinds } from '../../../content/connections/index.ts';
import { type DefaultTool, defaultTools, findRequiredConnection } from '../default-tools.ts';
import { presentDefault, presentLine, presentTool } from '../present.ts';
import { toolRepository } from '../repository.ts';

type ListQuery = RequestOf<(typeof tools.endpoints)['list']>['query'];

export const listTools = (ctx: AnyCtx, query: ListQuery) =>
  ctx.tx(async (tx) => {
    const page = await toolRepository.list(tx.db, query);
    const { rows, nextCursor, total } = page;
    return { items: rows.map((row) => presentLine(tx, row)), nextCursor, total };
  });

/** Throws `tools.not_found`. */
export const getTool = (ctx: AnyCtx, id: string): Promise<Tool> =>
  ctx.tx(async (tx) => presentTool(tx, (await toolRepository.find(tx.db, id)) ?? fail('tools.not_found')));

/** Lists the ready-made tools. Without `all`, those are left out for which the company has no connection. */
export const listDefaultTools = (ctx: AnyCtx, { all }: { all: boolean }) =>
  ctx.tx(async (tx) => {
    const kinds = all ? [] : await listConnectionKinds(tx);
    const isUsable = (tool: DefaultTool): boolean => {
      const wanted = findRequiredConnection(tool);
      return (
        wanted === undefined ||
        kinds.some(({ service, kind }) => service === wanted.service && kind === wanted.kind)
      );
    };
    return { tools: defaultTools.filter((tool) => all || isUsable(tool)).map(presentDefault) };
  });
