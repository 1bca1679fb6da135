import { parseForeignJson } from '@atelier/contracts/kernel/parse-json';
import { aggregates, comparisons, mostShown, type TableQuery } from '@atelier/retrieval/tables';
import { z } from 'zod';

const Name = z.string().min(1).max(120);
const Value = z.union([z.string().max(300), z.number()]).transform(String);

const Reply = z.object({
  table: z.number().int().min(1),
  where: z
    .array(
      z.object({
        column: Name,
        comparison: z.enum(comparisons),
        values: z.array(Value).max(50).default([]),
      }),
    )
    .max(10)
    .default([]),
  select: z.array(Name).max(50).default([]),
  groupBy: z.array(Name).max(3).default([]),
  aggregate: z
    .object({ kind: z.enum(aggregates), column: Name.nullable().default(null) })
    .nullable()
    .default(null),
  orderBy: z
    .object({ column: Name.nullable(), descending: z.boolean().default(false) })
    .nullable()
    .default(null),
  limit: z.number().int().min(1).catch(mostShown.rows).default(mostShown.rows),
});

/** Reads the query that a model wrote. Returns undefined where it wrote none, or something else. */
export const readQuery = (reply: string): { table: number; query: TableQuery } | undefined => {
  const json = reply.slice(reply.indexOf('{'), reply.lastIndexOf('}') + 1);
  const { data } = Reply.safeParse(parseForeignJson(json));
  if (!data) return undefined;
  const { table, ...query } = data;
  const needsColumn = query.aggregate !== null && query.aggregate.kind !== 'count';
  return needsColumn && query.aggregate?.column === null ? undefined : { table, query };
};
