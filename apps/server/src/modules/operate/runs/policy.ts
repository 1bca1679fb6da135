import type { Permission } from '@atelier/contracts/kernel/permissions';
import { type RunScreen, type RunStatus } from '../../../kernel/runs/index.ts';
import { isTerminal } from '../../../kernel/runs/view/index.ts';

interface Asked {
  may: (permission: Permission) => boolean;
  status: RunStatus;
  /** Undefined when the server does not know the kind. */
  screen: RunScreen | undefined;
  /** False when a later run of the same kind and subject exists. */
  isNewest: boolean;
}

const mayWrite = ({ may }: Asked): boolean => may('runs:write');

export const canCancel = (asked: Asked): boolean =>
  mayWrite(asked) && !isTerminal(asked.status) && asked.screen?.cancel !== undefined;

export const canRetry = (asked: Asked): boolean =>
  mayWrite(asked) &&
  (asked.status === 'FAILED' || asked.status === 'CANCELLED') &&
  asked.isNewest &&
  asked.screen?.retry !== undefined;

export const canReplay = (asked: Asked): boolean =>
  mayWrite(asked) && isTerminal(asked.status) && asked.screen?.canReplay === true;
