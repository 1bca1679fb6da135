import { knowledge } from '@atelier/contracts/content/bases/knowledge';
import { expect, it } from 'vitest';
import { startTestServer } from '../../../../tests/harness.ts';
import { importTexts, settled } from '../../../../tests/knowledge.ts';
import { blocksReadBy, refreshStatistics, settlePlan } from '../../../../tests/statistics.ts';
import type { TxCtx } from '../../../kernel/context/context.ts';
import { foundChunkRepository } from './repository.ts';

const chunks = 50_000;

it('reads chunks by their ids through the index, however small the table was when that was planned', async () => {
  const server = await startTestServer({ env: { DATABASE_POOL_SIZE: '2' } });
  const { client, user } = await server.signUp();
  const ctx = server.contextOf(user.tenantId);
  const { knowledgeBaseId } = await client.call(knowledge.endpoints.create, {
    body: { name: 'Grows', description: '' },
  });
  const imports = await importTexts(client, knowledgeBaseId, { 'one.txt': 'A chunk to copy.' });
  await settled(
    client,
    imports.map(({ knowledgeBaseImportId }) => knowledgeBaseImportId),
  );
  const [only] = await server.sql<{ id: string }>('select id from chunks');
  const ids = [only?.id ?? '', 'chk_copy7', 'chk_copy40000'];
  const read = (tx: TxCtx) => foundChunkRepository.list(tx.db, ids);
  await settlePlan(ctx, read);
  await server.sql(
    `insert into chunks select (jsonb_populate_record(c, jsonb_build_object('id', 'chk_copy' || n, 'ordinal', n))).*
      from chunks c, generate_series(1, $1::int) n`,
    [chunks],
  );
  await refreshStatistics(server, 'chunks', chunks / 2);
  expect(await ctx.tx(read)).toHaveLength(3);
  // For each of three rows, at most four blocks of the index and one of the table are read; the rest is for planning. The
  // whole table has some thousands of blocks.
  expect(await blocksReadBy(ctx, ['chunks'], read)).toBeLessThanOrEqual(45);
  await server.close();
});
