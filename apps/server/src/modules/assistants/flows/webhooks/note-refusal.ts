import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { isShownRefusal, shownCall } from '../../../../kernel/rate-limit/refused-calls.ts';
import { startHere } from '../../../../kernel/runs/requests/index.ts';
import { type FlowRefusal, flowRefusalType } from '../engine/flow-run-type.ts';
import type { Arriving } from './read-call.ts';

/** A call that does not prove where it comes from is shown as well: its secret or its signature may be set up wrongly. */
const alsoShown = ['flows.unverified'];

/** Shows a call that could not be read or proven in the history of its flow, a few times a minute. */
export const noteRefusal = async (
  ctx: Ctx,
  run: Pick<FlowRefusal, 'flowId' | 'versionId' | 'trigger'>,
  { arriving, error }: { arriving: Arriving; error: unknown },
): Promise<void> => {
  if (!isShownRefusal(ctx, run.flowId, error, alsoShown)) return;
  const { code, message } = error;
  const input: FlowRefusal = {
    ...{ ...run, environment: 'PRODUCTION', payload: { ...shownCall(arriving), body: null } },
    refusal: { code, message },
  };
  const subject = { subjectId: run.flowId, scopeId: run.flowId };
  if ((await startHere(ctx, flowRefusalType, { ...subject, input })) === null) fail('server.internal');
};
