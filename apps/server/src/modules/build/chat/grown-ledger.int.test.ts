import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { startTestServer } from '../../../../tests/harness.ts';
import { blocksReadBy, refreshStatistics, settlePlan } from '../../../../tests/statistics.ts';
import type { TxCtx } from '../../../kernel/context/context.ts';
import { chatRepository } from './repository.ts';

const turns = 20_000;

it('finds the charge of one answer among twenty thousand with few reads, although the statement was planned for a small table', async () => {
  const server = await startTestServer({ env: { DATABASE_POOL_SIZE: '2' } });
  const { user } = await server.signUp();
  const ctx = server.contextOf(user.tenantId);
  await server.sql('alter table messages drop constraint messages_tenant_id_conversation_id_fkey');
  await server.sql(
    `insert into messages (tenant_id, id, conversation_id, ordinal, question, status, model_id, hold_id)
      values ($1, 'msg_one', 'cnv_one', 1, 'A question', 'STREAMING', 'm', 'hld_7')`,
    [ctx.tenantId],
  );
  const finish = async (tx: TxCtx) => {
    await chatRepository.finishMessage(tx.db, 'msg_one', { answer: 'Done.' });
    await tx.db.execute(sql`update messages set status = 'STREAMING'`);
  };
  await settlePlan(ctx, finish);
  await server.sql(
    `with posted as (insert into ledger_transactions (tenant_id, id, idempotency_key, kind, reference)
        select $1, 'ltx_' || n, 'hld_' || n || ':settled', 'SETTLE', 'x' from generate_series(1, $2::int) n returning id)
      insert into ledger_entries (tenant_id, transaction_id, account, amount)
        select $1, id, account, amount from posted, (values ('SPENT', 5), ('HELD', -5)) as of(account, amount)`,
    [ctx.tenantId, turns],
  );
  await refreshStatistics(server, 'ledger_entries', turns);
  const blocks = await blocksReadBy(ctx, ['ledger_transactions', 'ledger_entries'], finish);
  expect(blocks).toBeGreaterThan(0);
  // One transaction with two entries; reading both tables completely would take some hundreds.
  expect(blocks).toBeLessThanOrEqual(15);
  await server.close();
});
