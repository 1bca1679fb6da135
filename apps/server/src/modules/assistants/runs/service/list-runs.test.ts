import { expect, it } from 'vitest';
import { AppError } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import type { Anonymous } from '../../../../kernel/module/exchange.ts';
import { seesRunAsBefore } from './list-runs.ts';

const hidden = () => Promise.reject(new AppError('run.not_found'));
const shown = () => Promise.resolve();

const sees = (
  runId: string,
  { actor = {}, asker = {}, tx = shown }: { actor?: object; asker?: object; tx?: () => Promise<unknown> },
) => {
  const ctx = { actor: { kind: 'user', role: 'BUILDER', ...actor } } as unknown as Ctx;
  const asking = { own: { tx }, principal: { role: 'BUILDER' }, ...asker } as unknown as Anonymous;
  return seesRunAsBefore(ctx, asking, runId);
};

it('shows a watcher the run, or the list, for as long as they see it in the same role', async () => {
  expect(await sees('run_1', {})).toBe(true);
  await expect(sees('run_1', { tx: hidden })).rejects.toThrow('This run does not exist');
  expect(await sees('all', { tx: hidden })).toBe(true);
  for (const runId of ['run_1', 'all']) {
    expect(await sees(runId, { asker: { principal: { role: 'USER' } } })).toBe(false);
    expect(await sees(runId, { asker: { principal: null } })).toBe(false);
    expect(await sees(runId, { asker: { own: null } })).toBe(false);
  }
  const actor = { kind: 'visitor', visitorId: null };
  expect(await seesRunAsBefore({ actor } as Ctx, { own: { tx: shown } } as unknown as Anonymous, 'all')).toBe(
    false,
  );
});
