import { it } from 'vitest';
import { startTestServer } from '../../../tests/harness.ts';
import { holdCredits, settleHold } from './service/holds.ts';
it('bench', async () => {
  const server = await startTestServer({ env: { DATABASE_POOL_SIZE: '10', FREE_CREDITS: '100000000' } });
  const { user } = await server.signUp();
  const ctx = server.contextOf(user.tenantId);
  const times: number[] = []; const settles: number[] = [];
  const loop = async (n: number) => {
    for (let i = 0; i < n; i += 1) {
      const w = { kind: 'ANSWER', reference: 'q' } as const;
      let t = performance.now();
      const holdId = await ctx.tx((tx) => holdCredits(tx, { ...w, amount: 1000000 }));
      times.push(performance.now() - t);
      t = performance.now();
      await ctx.tx((tx) => settleHold(tx, { ...w, holdId, cost: 500000, inputTokens: 3 }));
      settles.push(performance.now() - t);
    }
  };
  const part = async (name: string, work: (tx: any) => Promise<unknown>) => {
    const l: number[] = [];
    for (let i = 0; i < 60; i += 1) { const t = performance.now(); await ctx.tx(work); l.push(performance.now() - t); }
    l.sort((a, b) => a - b); console.log(name, l[30]);
  };
  const { sql } = await import('drizzle-orm');
  await part('empty', (tx) => tx.db.execute(sql`select 1`));
  await part('write', (tx) => tx.db.execute(sql`insert into usage_records (id, kind, amount, reference) values (${String(Math.random())}, 'OTHER', 0, 'x')`));
  await part('read sub', (tx) => tx.db.execute(sql`select * from subscriptions`));
  await part('hold', (tx) => holdCredits(tx, { kind: 'ANSWER', reference: 'q', amount: 1000000 }));
  await part('hold async', async (tx) => { await tx.db.execute(sql`set local synchronous_commit = off`); return holdCredits(tx, { kind: 'ANSWER', reference: 'q', amount: 1000000 }); });
  const inner: number[] = [];
  await part('hold inner', async (tx) => { const t = performance.now(); await holdCredits(tx, { kind: 'ANSWER', reference: 'q', amount: 1000000 }); inner.push(performance.now() - t); });
  inner.sort((a, b) => a - b); console.log('inner', inner[30]);
  console.log(await server.sql('show fsync'), await server.sql('show synchronous_commit'));
  await loop(50); const alone = [...times].sort((a, b) => a - b)[25]; const aloneS = [...settles].sort((a, b) => a - b)[25];
  times.length = 0; settles.length = 0;
  const t0 = performance.now();
  await Promise.all(Array.from({ length: 64 }, () => loop(20)));
  const s = (l: number[]) => { l.sort((a, b) => a - b); return [0.5, 0.95, 0.99].map((q) => Math.round(l[Math.floor(l.length * q)] ?? 0)); };
  console.log('alone hold', alone, 'settle', aloneS, '64: hold', s(times), 'settle', s(settles), 'pairs/s', Math.round(1280 / ((performance.now() - t0) / 1000)));
  await server.close();
}, 120000);
