import type { RunDetails, RunStep } from '@atelier/contracts/assistants/runs/run-shapes';
import { describe, expect, it } from 'vitest';
import { runReply, stepReply } from '../../../../../tests/run-replies.ts';
import { buildTimeline, computeBar } from './timeline.ts';

const now = Date.parse('2026-03-01T10:01:00.000Z');
const at = (second: number) => new Date(Date.parse('2026-03-01T10:00:00.000Z') + second * 1000).toISOString();
const step = (seq: number, operation: RunStep['operation'], more: Partial<RunStep> = {}): RunStep =>
  stepReply({ seq, operation, name: 'a', at: at(seq), ...more });
const rowsOf = (run: Partial<RunDetails>, steps: RunStep[]) => buildTimeline(runReply(run), steps, now);
const seconds = (time: number) => (time - Date.parse(at(0))) / 1000;

describe('the tree of a run', () => {
  it('lists stages and steps in the order of their beginning, below the run itself', () => {
    const rows = rowsOf(
      {
        queuedAt: at(0),
        endedAt: at(20),
        stages: [
          { name: 'Reading', at: at(1) },
          { name: 'Embedding', at: at(10) },
        ],
      },
      [step(5, 'step', { name: 'count', ms: 1000 })],
    );
    expect(rows.map(({ label, depth, start, end }) => [label, depth, seconds(start), seconds(end)])).toEqual([
      ['Import of a document', 0, 0, 20],
      ['Reading', 1, 1, 10],
      ['count', 1, 4, 5],
      ['Embedding', 1, 10, 20],
    ]);
  });

  it('makes one line of a wait and its signal, of a child and its end, and of a call and its beginning', () => {
    const rows = rowsOf({}, [
      step(1, 'wait', { name: 'approval' }),
      step(2, 'signal', { name: 'approval' }),
      step(3, 'child', { name: 'part' }),
      step(4, 'ended', { name: 'part' }),
      step(5, 'begun', { name: 'pay' }),
      step(6, 'outward', { name: 'pay' }),
    ]);
    expect(rows.slice(1).map(({ label, status }) => [label, status])).toEqual([
      ['approval', 'COMPLETED'],
      ['part', 'COMPLETED'],
      ['pay', 'COMPLETED'],
    ]);
  });

  it('shows a wait without its signal and a pause that is not over as waiting', () => {
    const later = { text: String(now + 5000), size: 13 };
    const rows = rowsOf({ status: 'WAITING', endedAt: null }, [
      step(1, 'wait'),
      step(2, 'sleep', { output: later }),
      step(3, 'sleep', { output: { text: String(now - 5000), size: 13 } }),
    ]);
    expect(rows.slice(1).map(({ status }) => status)).toEqual(['WAITING', 'WAITING', 'COMPLETED']);
  });

  it('puts child runs with their own children below the step that started them', () => {
    const child = (runId: string, parentId: string) => ({
      runId,
      parentId,
      title: runId,
      status: 'COMPLETED' as const,
      credits: 0,
      queuedAt: at(1),
      startedAt: at(1),
      endedAt: at(2),
    });
    const rows = rowsOf(
      {
        runId: 'run_1',
        children: [child('run_2', 'run_1'), child('run_3', 'run_2'), child('run_4', 'run_1')],
      },
      [step(1, 'child', { name: 'one', output: { text: '"run_2"', size: 7 } })],
    );
    expect(rows.map(({ label, depth }) => [label, depth])).toEqual([
      ['Import of a document', 0],
      ['one', 1],
      ['run_2', 2],
      ['run_3', 3],
      ['run_4', 2],
    ]);
  });

  it('draws a bar within the time of the run', () => {
    const rows = rowsOf({ queuedAt: at(0), endedAt: at(10) }, [step(5, 'step', { ms: 2500 })]);
    const [whole, row] = rows;
    expect(whole && row && computeBar(row, whole)).toEqual({ left: 25, width: 25 });
  });
});
