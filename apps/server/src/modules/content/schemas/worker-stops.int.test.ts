import { schemas } from '@atelier/contracts/content/schemas/schemas';
import { describe, expect, it } from 'vitest';
import { baseOf, ended, schemaOf, texts, useModel } from '../../../../tests/fakes/invoice-schemas.ts';
import { startSchemaModel } from '../../../../tests/fakes/schema-model.ts';
import { eventually, startTestServer } from '../../../../tests/harness.ts';

const { endpoints } = schemas;

describe('a run whose worker stops', () => {
  it('continues where it stopped: nothing is lost, and at most the requests in progress are repeated', {
    tags: ['SCHEMA-07'],
  }, async () => {
    const model = await startSchemaModel();
    const OUTBOUND_ALLOW = new URL(model.origin).host;
    const server = await startTestServer({ env: { ATELIER_ROLES: 'api', OUTBOUND_ALLOW } });
    const env = { ATELIER_ROLES: 'worker', OUTBOUND_ALLOW };
    try {
      const { client } = await server.signUp();
      const modelId = await useModel(client, model);
      const importer = await server.another({ env });
      const { id } = await baseOf(client, texts(8));
      await importer.close();
      const { schemaId } = await schemaOf(client, id);
      model.stopAfter(4);
      await client.call(endpoints.run, { body: { schemaId, modelId } });
      const first = await server.another({ env });
      const pending = async () =>
        (await client.call(endpoints.get, { params: { schemaId } })).documents.pending;
      await eventually(async () => (await pending()) === 4);
      await first.close();
      expect(await pending()).toBe(4);
      model.goOn();
      const second = await server.another({ env });
      const state = await ended(client, schemaId);
      await second.close();
      expect(state).toMatchObject({ status: 'COMPLETED', documents: { total: 8, pending: 0, failed: 0 } });
      // Three documents are read at a time. Those that the stopped worker was reading may be requested again.
      expect(model.asked.length).toBeLessThanOrEqual(8 + 3);
    } finally {
      model.goOn();
      await server.close();
      await model.close();
    }
  });
});
