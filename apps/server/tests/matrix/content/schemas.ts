import { schemas } from '@atelier/contracts/content/schemas/schemas';
import { matrixOf, type Own } from '../matrix.ts';

/** Creates a schema in tenant A. */
const named = async ({ owner, knowledgeBaseId }: Own): Promise<string> => {
  const body = { knowledgeBaseId, name: `Matrix ${crypto.randomUUID()}`, columns: [{ name: 'Total' }] };
  return (await owner.call(schemas.endpoints.create, { body })).schemaId;
};
const one = async (own: Own) => ({ params: { schemaId: await named(own) } });
const column = async (own: Own) => ({ params: { schemaId: await named(own), columnId: 'col_any' } });

export const schemasMatrix = matrixOf(schemas, {
  list: { naming: ({ knowledgeBaseId }) => ({ query: { knowledgeBaseId } }) },
  get: { naming: one },
  details: {
    naming: async (own) => ({
      query: { knowledgeBaseId: own.knowledgeBaseId, schemaId: await named(own) },
    }),
  },
  create: {
    naming: ({ knowledgeBaseId }) => ({
      body: { knowledgeBaseId, name: 'Stolen', columns: [{ name: 'Total' }] },
    }),
  },
  copy: { naming: async (own) => ({ ...(await one(own)), body: { name: 'Stolen' } }) },
  rename: { naming: async (own) => ({ ...(await one(own)), body: { name: 'Stolen' } }) },
  remove: { naming: one },
  removeOld: { naming: async (own) => ({ query: { schemaId: await named(own) } }) },
  addColumn: { naming: async (own) => ({ body: { schemaId: await named(own), column: { name: 'More' } } }) },
  changeColumn: { naming: async (own) => ({ ...(await column(own)), body: { name: 'More' } }) },
  removeColumn: { naming: column },
  estimate: { naming: one },
  run: { naming: async (own) => ({ body: { schemaId: await named(own) } }) },
  cancel: { naming: one },
  rows: { naming: one },
  setCell: {
    naming: async (own) => ({
      ...(await one(own)),
      body: { knowledgeBaseImportId: own.importId, columnId: 'col_any', value: 'x' },
    }),
  },
  resetCell: {
    naming: async (own) => ({
      ...(await one(own)),
      query: { knowledgeBaseImportId: own.importId, columnId: 'col_any' },
    }),
  },
  exportTable: { naming: one },
});
