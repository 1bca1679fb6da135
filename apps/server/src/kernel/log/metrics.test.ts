import { describe, expect, it } from 'vitest';
import { createMetrics } from './metrics.ts';

const call = {
  provider: 'openai',
  model: 'm',
  operation: 'chat' as const,
  outcome: 'completed' as const,
  seconds: 1,
  inputTokens: 10,
  outputTokens: 5,
};

describe('metrics', () => {
  it('count requests by route and status', async () => {
    const metrics = createMetrics();
    metrics.observeRequest({ method: 'GET', route: '/api/apps/:id', status: 200, seconds: 0.02 });
    metrics.observeRequest({ method: 'GET', route: '/api/apps/:id', status: 200, seconds: 0.3 });
    const text = await metrics.render();
    const labels = 'method="GET",route="/api/apps/:id",status="200"';
    expect(text).toContain(`atelier_http_request_duration_seconds_count{${labels}} 2`);
    expect(text).toContain(`atelier_http_request_duration_seconds_bucket{le="0.025",${labels}} 1`);
  });

  it('count jobs, runs, model calls and their tokens', async () => {
    const metrics = createMetrics();
    metrics.observeJob({ task: 'knowledge.index', outcome: 'failed', seconds: 2 });
    metrics.observeRun({ kind: 'import', status: 'COMPLETED', seconds: 3 });
    metrics.observeModelCall(call);
    metrics.observeModelCall(call);
    const text = await metrics.render();
    expect(text).toContain('atelier_job_duration_seconds_count{task="knowledge.index",outcome="failed"} 1');
    expect(text).toContain('atelier_run_duration_seconds_sum{kind="import",status="COMPLETED"} 3');
    expect(text).toContain('atelier_model_tokens_total{provider="openai",model="m",direction="input"} 20');
    expect(text).toContain('atelier_model_tokens_total{provider="openai",model="m",direction="output"} 10');
  });

  it('show the state of the database pool when they are read', async () => {
    const pool = { totalCount: 5, idleCount: 5, waitingCount: 0 };
    const metrics = createMetrics({ pool });
    Object.assign(pool, { idleCount: 2, waitingCount: 7 });
    const text = await metrics.render();
    expect(text).toContain('atelier_database_connections{state="used"} 3');
    expect(text).toContain('atelier_database_connections{state="waiting"} 7');
  });

  it('include the lag of the event loop', async () => {
    expect(await createMetrics().render()).toContain('nodejs_eventloop_lag_p99_seconds');
  });

  it('stay bounded however many model names there are', async () => {
    const metrics = createMetrics();
    for (let index = 0; index < 500; index += 1)
      metrics.observeModelCall({ ...call, model: `model-${index}` });
    const text = await metrics.render();
    const models = new Set([...text.matchAll(/model="([^"]+)"/g)].map((match) => match[1]));
    expect(models.size).toBe(201);
    expect(text).toContain(
      'atelier_model_tokens_total{provider="openai",model="other",direction="input"} 3000',
    );
  });
});
