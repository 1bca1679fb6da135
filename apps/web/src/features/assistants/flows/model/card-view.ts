import type { Icon } from '@tabler/icons-react';

export type StepState = 'RUNNING' | 'WAITING' | 'SUCCEEDED' | 'FAILED';

/** The content of a card about its step or trigger. */
export interface CardView {
  title: string;
  /** The piece and its action, or the kind of the step. */
  subtitle: string;
  Icon: Icon;
  isSkipped: boolean;
  /** The first of its problems, in words. */
  problem: string | undefined;
  /** Its outcome in the run that is shown. */
  run: { state: StepState; words: string } | undefined;
  isFound: boolean;
}
