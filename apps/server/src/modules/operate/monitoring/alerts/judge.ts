/** The next state of a rule after it was measured. */
export type Verdict = 'BEGIN' | 'BEGIN_QUIETLY' | 'TELL' | 'RESOLVE' | 'NOTHING';

interface Judged {
  /** Null where too little happened to tell; then an open alert is over. */
  value: number | null;
  threshold: number;
  /** The open alert of the rule, and whether its beginning was reported. */
  open: { told: boolean } | undefined;
  /** When the beginning of an alert of the rule was last reported. */
  toldAt: Date | null;
  quietMinutes: number;
  now: Date;
}

/**
 * Decides about a rule. An alert that lasts is reported once. One that begins in the quiet period after such a report is reported only if it
 * outlasts the period.
 */
export const judge = ({ value, threshold, open, toldAt, quietMinutes, now }: Judged): Verdict => {
  const isOver = value !== null && value >= threshold;
  if (!isOver) return open ? 'RESOLVE' : 'NOTHING';
  const isQuiet = toldAt !== null && now.getTime() < toldAt.getTime() + quietMinutes * 60_000;
  if (!open) return isQuiet ? 'BEGIN_QUIETLY' : 'BEGIN';
  return open.told || isQuiet ? 'NOTHING' : 'TELL';
};
