import type { ReactNode } from 'react';

interface TwoLinesProps {
  children: ReactNode;
  /** The second line, in muted text; none when it is missing. */
  under?: ReactNode | undefined;
}

/** A cell with a second line below its text. */
export const TwoLines = ({ children, under }: TwoLinesProps) => (
  <span className="stack min-0 break-anywhere">
    {children}
    {under === undefined ? null : <span className="muted small regular">{under}</span>}
  </span>
);
