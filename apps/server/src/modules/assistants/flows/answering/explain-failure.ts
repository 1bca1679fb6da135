import type { Flow } from '@atelier/contracts/assistants/flows/flow-model';
import { AppError } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { failureOfRun } from '../../../../kernel/runs/requests/index.ts';
import type { FamilyStep, SubjectRun } from '../../../../kernel/runs/view/index.ts';
import { readJournalName } from '../engine/journal-names.ts';
import { titleOf } from './trace-run.ts';

/** Members of the company may know why a flow failed; visitors and app users may not. */
const mayKnow = ({ actor }: Ctx): boolean => actor.kind === 'user' || actor.kind === 'api-key';

/** Returns the failure of an answer whose run did not succeed. */
export const failureOf = (
  ctx: Ctx,
  flow: Flow,
  { run, steps }: { run: SubjectRun; steps: readonly FamilyStep[] },
): AppError => {
  const { cause } = run;
  if (!mayKnow(ctx) || !cause)
    return failureOfRun(cause, new AppError('chat.flow_failed', { runId: run.id }));
  const failed = steps.findLast((step) => step.cause !== null);
  const place = failed ? ` at “${titleOf(flow, readJournalName(failed.name).step)}”` : '';
  const message = `The flow of this app failed${place}: ${cause.message}`;
  return failureOfRun(cause, new AppError('chat.flow_failed', { runId: run.id }, { message }));
};
