import type {
  NewWorker,
  OfflineReason,
  WorkerTargetKind,
} from '@atelier/contracts/assistants/workers/worker-shapes';
import { fail } from '../../../kernel/base/errors.ts';
import type { TxCtx } from '../../../kernel/context/context.ts';
import { entityKinds } from '../../../kernel/entities/entity-kind.ts';

export interface Target {
  kind: WorkerTargetKind;
  id: string;
}

/** Returns the name of an agent, crew or flow; undefined when it does not exist or the actor may not see it. */
export const nameTarget = async (tx: TxCtx, { kind, id }: Target): Promise<string | undefined> => {
  const entity = tx.services.extensions.of(entityKinds).find((each) => each.kind === kind);
  return (await entity?.find(tx, id))?.name;
};

type Chosen = Pick<NewWorker, 'agentId' | 'crewId' | 'flowId'>;

/** Returns the one agent, crew or flow that was chosen; undefined when none was. Throws `workers.one_target`. */
export const chosenTarget = ({ agentId, crewId, flowId }: Chosen): Target | undefined => {
  const chosen: Target[] = [
    ...(agentId ? [{ kind: 'AGENT' as const, id: agentId }] : []),
    ...(crewId ? [{ kind: 'CREW' as const, id: crewId }] : []),
    ...(flowId ? [{ kind: 'FLOW' as const, id: flowId }] : []),
  ];
  return chosen.length > 1 ? fail('workers.one_target') : chosen[0];
};

/** Throws `workers.target_not_found` for a target that does not exist or that the actor may not see. */
export const checkTarget = async (tx: TxCtx, target: Target): Promise<void> => {
  if ((await nameTarget(tx, target)) === undefined) fail('workers.target_not_found');
};

/** Why a worker cannot work, in words. */
export const offlineWords: Record<OfflineReason, string> = {
  PAUSED: 'Paused. What is sent to it waits until it goes on.',
  DEACTIVATED: 'Deactivated. It takes nothing until it is activated.',
  TARGET_GONE: 'What it runs was deleted. Choose another agent, crew or flow.',
  TARGET_OFF: 'What it runs is switched off or not published. Publish it and switch it on.',
  CONNECTION_BROKEN: 'One of its inputs cannot be read. Open the worker to see why.',
};
