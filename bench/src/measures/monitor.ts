import { explainedBy, explainStatements } from '../../../apps/server/tests/plans/explained.ts';
import { untilQuiet } from '../../../apps/server/tests/wire.ts';
import { type CountedBed, prepareCountedBed } from '../counted-bed.ts';
import { KeepAliveClient, requestBytes } from '../load/keep-alive-client.ts';
import type { Measurement, Part } from '../measurement.ts';
import { flat, linesOf } from '../plan-lines.ts';
import { median, percentile } from '../statistics.ts';
import { makeApp } from '../test-bed.ts';

const answers = 1_000_000;
const perConversation = 10;
const appCount = 20;
const days = 90;
const opens = 20;

/** Stores a million answers of the last 90 days through the triggers of the monitor, as if they had been given one after another. */
const fillAnswers = async ({ admin, testBed: { tenantId } }: CountedBed, appIds: string[]): Promise<void> => {
  const client = await admin.connect();
  try {
    await client.query(
      "set auto_explain.log_min_duration = -1; set synchronous_commit = off; set work_mem = '64MB'",
    );
    await client.query(
      `insert into conversations (tenant_id, id, app_id, title, message_count, created_at)
        select $1, 'cnv_bench' || n, ($2::text[])[1 + (n / (${days} * 24)) % ${appCount}], 'Question ' || n, ${perConversation},
          now() - (n % (${days} * 24)) * interval '1 hour'
        from generate_series(1, ${answers / perConversation}) n`,
      [tenantId, appIds],
    );
    await client.query(
      `insert into messages (tenant_id, id, conversation_id, ordinal, question, answer, answer_kind, status, citations, model_id,
          input_tokens, output_tokens, credits, created_at, finished_at)
        select $1, 'msg_bench' || c || '_' || o, 'cnv_bench' || c, o, 'How is topic ' || (c % 997) || ' handled in case ' || o || '?',
          repeat('An answer with some words. ', 12), case when (c + o) % 8 = 0 then 'NONE' else 'ANSWER' end, 'COMPLETED',
          case when (c + o) % 8 = 0 then '[]'::jsonb else '[{}]'::jsonb end, 'bench/model', 900, 120, 0.5, at, at + (c % 9000) * interval '1 ms'
        from generate_series(1, ${answers / perConversation}) c, generate_series(1, ${perConversation}) o,
          lateral (select now() - (c % (${days} * 24)) * interval '1 hour' + o * interval '1 minute' as at) t`,
      [tenantId],
    );
    for (let added = 1; added > 0; ) {
      const { rows } = await client.query<{ added: number }>('select atelier.add_up_notes(50000) as added');
      added = rows[0]?.added ?? 0;
    }
    await client.query('vacuum analyze messages, conversations, monitor_notes, monitor_hours');
  } finally {
    client.release(true);
  }
};

const dayAgo = (count: number): string =>
  new Date(Date.now() - count * 86_400_000).toISOString().slice(0, 10);

/** The calls that each screen sends at once. */
const screensOf = (appId: string): Record<string, { what: string; paths: string[] }> => {
  const month = `from=${dayAgo(29)}&to=${dayAgo(0)}`;
  const quarter = `from=${dayAgo(days - 1)}&to=${dayAgo(0)}`;
  const api = '/api/monitoring';
  return {
    all: {
      what: 'the monitor of all apps, 30 days',
      paths: [
        `${api}/subjects?kind=APP&${month}`,
        `${api}/dashboard?kind=APP&${month}`,
        `${api}/topics?${month}`,
      ],
    },
    quarter: {
      what: 'the monitor of all apps, 90 days',
      paths: [
        `${api}/subjects?kind=APP&${quarter}`,
        `${api}/dashboard?kind=APP&${quarter}`,
        `${api}/topics?${quarter}`,
      ],
    },
    one: {
      what: 'the monitor of one app, 30 days',
      paths: [
        `${api}/apps/${appId}`,
        `${api}/dashboard?kind=APP&subjectId=${appId}&${month}`,
        `${api}/topics?appId=${appId}&${month}`,
      ],
    },
    alerts: { what: 'the alerts with six rules', paths: [`${api}/alert-rules`, `${api}/alerts`] },
  };
};

const openScreen = async ({ testBed }: CountedBed, paths: readonly string[]): Promise<number> => {
  const headers = { authorization: `Bearer ${testBed.apiKey}` };
  const clients = await Promise.all(paths.map(() => KeepAliveClient.open(testBed.product.origin)));
  try {
    const startedAt = performance.now();
    await Promise.all(
      clients.map((client, at) => client.send(requestBytes('GET', paths[at] ?? '', { headers }))),
    );
    return performance.now() - startedAt;
  } finally {
    for (const client of clients) client.close();
  }
};

const measureOn = async (bed: CountedBed): Promise<Measurement[]> => {
  const appIds: string[] = [];
  for (let count = 0; count < appCount; count += 1) appIds.push(await makeApp(bed.testBed, {}));
  for (const appId of appIds) await bed.testBed.client.post(`/api/monitoring/apps/${appId}/start`, {});
  await bed.testBed.client.post('/api/monitoring/alert-rules/usual', {});
  await fillAnswers(bed, appIds);
  const measurements: Measurement[] = [];
  for (const [name, { what, paths }] of Object.entries(screensOf(appIds[0] ?? ''))) {
    await openScreen(bed, paths);
    const times: number[] = [];
    for (let time = 0; time < opens; time += 1) times.push(await openScreen(bed, paths));
    await untilQuiet(bed.wire);
    process.stdout.write(
      `\n${what}: median ${median(times).toFixed(0)} ms, p95 ${percentile(times, 0.95).toFixed(0)} ms\n`,
    );
    for (const { text, plan } of await explainedBy(bed, () => openScreen(bed, paths)))
      process.stdout.write(`  ${flat(text).slice(0, 200)}\n${linesOf(plan).join('\n')}\n`);
    measurements.push({
      name: `monitor.${name}`,
      what: `${what}, over a million answers, p95`,
      unit: 'ms',
      ours: percentile(times, 0.95),
      limit: 500,
      limitIs: 'the goal',
      better: 'lower',
      distance: 'the figures are kept by the hour, and only the latest unanswered questions are read',
    });
  }
  return measurements;
};

/** Opens the screens of the monitor over a million stored answers, and prints the plan of each statement. */
export const monitorPart: Part = {
  name: 'monitor',
  async measure({ env }) {
    const bed = await prepareCountedBed(env, async (admin) =>
      explainStatements((statement) => admin.query(statement), 'atelier'),
    );
    try {
      return await measureOn(bed);
    } finally {
      await bed.close();
    }
  },
};
