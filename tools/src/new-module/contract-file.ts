import type { Names } from './names.ts';

/** `packages/contracts/src/<area>/<feature>.ts` */
export const contractFile = ({ feature, features, Thing, thing, words, manyWords, prefix }: Names) => `\
import { z } from 'zod';
import { defineContract } from '../kernel/contract.ts';
import { Abilities, Done, lookupId, pageSchemaFor, pageQuery, requiredText, Timestamp, tenantQuery } from '../kernel/shapes.ts';

export const New${Thing} = z.object({
  name: requiredText(150, 'Please enter a name'),
});
export type New${Thing} = z.infer<typeof New${Thing}>;

export const ${Thing} = New${Thing}.extend({
  /** Begins with \`${prefix}_\`. */
  ${thing}Id: z.string(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  abilities: Abilities,
});
export type ${Thing} = z.infer<typeof ${Thing}>;

const ${thing}Params = z.object({ id: lookupId });

export const ${features} = defineContract({
  name: '${feature}',
  errors: {
    '${feature}.not_found': { kind: 'not_found', message: 'This ${words} does not exist.' },
    '${feature}.name_taken': {
      kind: 'conflict',
      message: 'A ${words} with this name already exists. Please choose another name.',
    },
  },
  endpoints: {
    create: {
      method: 'POST',
      path: '/api/content/${feature}',
      summary: 'Create a ${words}',
      access: { allow: '${feature}:write' },
      body: New${Thing},
      reply: ${Thing},
    },
    list: {
      method: 'GET',
      path: '/api/content/${feature}',
      summary: 'List ${manyWords}',
      access: { allow: '${feature}:read' },
      query: z.object({
        ...pageQuery,
        ...tenantQuery,
        sort: z.enum(['name', 'updatedAt']).default('updatedAt'),
        order: z.enum(['asc', 'desc']).default('desc'),
      }),
      reply: pageSchemaFor(${Thing}),
    },
    get: {
      method: 'GET',
      path: '/api/content/${feature}/:id',
      summary: 'Read a ${words}',
      access: { allow: '${feature}:read' },
      params: ${thing}Params,
      query: z.object(tenantQuery),
      reply: ${Thing},
    },
    remove: {
      method: 'DELETE',
      path: '/api/content/${feature}/:id',
      summary: 'Delete a ${words}',
      access: { allow: '${feature}:write' },
      params: ${thing}Params,
      query: z.object(tenantQuery),
      reply: Done,
    },
  },
});
`;
