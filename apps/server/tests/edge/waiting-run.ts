import { eventually } from '../eventually.ts';
import type { flowBed } from '../flow-bed.ts';
import { keep, pieceStep } from '../flow-json.ts';

/** Starts a run that waits for a call to its own address. Returns the path of that address. */
export const startWaitingRun = async (flows: ReturnType<typeof flowBed>): Promise<string> => {
  const flowId = await flows.publish([
    keep('step_1', '{{run.resumeUrl}}'),
    pieceStep('step_2', ['webhook', 'wait_for_webhook']),
  ]);
  const runId = await flows.start(flowId);
  const url = await eventually(async () => {
    const steps = await flows.stepsOf(runId);
    const isWaiting = steps.some(({ step, status }) => step === 'step_2' && status === 'WAITING');
    return isWaiting && steps.find(({ step }) => step === 'step_1')?.output?.text;
  });
  return (JSON.parse(url) as string).replace(/^https?:\/\/[^/]+/, '');
};
