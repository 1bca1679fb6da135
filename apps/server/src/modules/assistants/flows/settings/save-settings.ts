import { FlowRules, type FlowSettings } from '@atelier/contracts/assistants/flows/flow-settings';
import { problemOfKey } from '@atelier/flows/expressions';
import { AppError } from '../../../../kernel/base/errors.ts';
import { revisionFrom } from '../../../../kernel/base/revision-from.ts';
import { checkRevision } from '../../../../kernel/context/check-revision.ts';
import type { AnyCtx, TxCtx } from '../../../../kernel/context/context.ts';
import { runRetention } from '../../../../kernel/runs/view/index.ts';
import { versionedFlows } from '../flow-drafts.ts';
import { flowRepository } from '../repository.ts';

/** Presents the settings of a flow that the caller has found. */
const presentSettings = async (tx: TxCtx, { id, settings }: { id: string; settings: unknown }) => {
  const { own, company } = await runRetention.read(tx, id);
  const all: FlowSettings = { ...FlowRules.parse(settings), keepDays: own };
  return { settings: all, companyKeepDays: company, revision: revisionFrom(all) };
};

/** Throws `flows.not_found`. */
export const readSettings = (ctx: AnyCtx, id: string) =>
  ctx.tx(async (tx) => presentSettings(tx, await versionedFlows.find(tx, id)));

/** Counts the runs that would be deleted if a flow kept its runs for this many days, or as long as the company. Throws `flows.not_found`. */
export const countRemoval = (ctx: AnyCtx, id: string, days: number | undefined): Promise<{ runs: number }> =>
  ctx.tx(async (tx) => {
    await versionedFlows.find(tx, id);
    const { company } = await runRetention.read(tx, id);
    return { runs: await runRetention.countOlder(tx, { days: days ?? company, subjectId: id }) };
  });

/** Throws `flows.key_unreadable` for a key that is no expression, or that reads more than what started the run. */
const checkKey = (key: string): void => {
  const rule = 'A key reads what started the run, as in {{trigger.body.id}}.';
  const message = problemOfKey(key, { names: /^trigger(_\d+)?$/, rule });
  if (message !== undefined) throw new AppError('flows.key_unreadable', undefined, { message });
};

/** Sets how a flow starts its runs. Throws `flows.not_found`, `flows.settings_changed_meanwhile` and `flows.key_unreadable`. */
export const saveSettings = (
  ctx: AnyCtx,
  id: string,
  { keepDays, revision, ...rules }: FlowSettings & { revision?: number | undefined },
) =>
  ctx.tx(async (tx) => {
    const newest = async () => presentSettings(tx, await versionedFlows.find(tx, id));
    await checkRevision(tx, 'flows.settings_changed_meanwhile', { id, revision, newest });
    await versionedFlows.lock(tx, id);
    const { concurrency, throttle, debounce, batch } = rules;
    for (const rule of [concurrency, throttle, debounce, batch]) if (rule) checkKey(rule.key);
    await flowRepository.update(tx.db, id, { settings: rules });
    await runRetention.set(tx, keepDays, id);
    await tx.audit('flows.settings_changed', id, { ...rules, keepDays });
    return presentSettings(tx, { id, settings: rules });
  });
