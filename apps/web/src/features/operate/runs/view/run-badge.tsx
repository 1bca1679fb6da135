import type { RunStatus } from '@atelier/contracts/assistants/runs/run-shapes';
import { StatusBadge } from '../../../../ui/feedback/status-badge.tsx';
import { statusWords } from '../model/run-words.ts';

export const RunBadge = ({ status }: { status: RunStatus }) => (
  <StatusBadge tone={statusWords[status].tone}>{statusWords[status].label}</StatusBadge>
);
