import { FlowRules, type FlowSettings } from '@atelier/contracts/assistants/flows/flow-settings';
import { revisionFrom } from '../../../../kernel/base/revision-from.ts';
import type { AnyCtx, TxCtx } from '../../../../kernel/context/context.ts';
import { runRetention } from '../../../../kernel/runs/view/index.ts';
import { findFlow } from '../service/reads.ts';

/** Presents the settings of a flow that the caller has found. */
export const presentSettings = async (tx: TxCtx, { id, settings }: { id: string; settings: unknown }) => {
  const { own, company } = await runRetention.read(tx, id);
  const all: FlowSettings = { ...FlowRules.parse(settings), keepDays: own };
  return { settings: all, companyKeepDays: company, revision: revisionFrom(all) };
};

/** Throws `flows.not_found`. */
export const readSettings = (ctx: AnyCtx, id: string) =>
  ctx.tx(async (tx) => presentSettings(tx, await findFlow(tx, id)));

/** Counts the runs that would be deleted if a flow kept its runs for this many days, or as long as the company. Throws `flows.not_found`. */
export const countRemoval = (ctx: AnyCtx, id: string, days: number | undefined): Promise<{ runs: number }> =>
  ctx.tx(async (tx) => {
    await findFlow(tx, id);
    const { company } = await runRetention.read(tx, id);
    return { runs: await runRetention.countOlder(tx, { days: days ?? company, subjectId: id }) };
  });
