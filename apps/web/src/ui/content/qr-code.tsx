import { encode } from 'uqr';
import classes from './qr-code.module.css';

/** One square per dark module, as one path. */
const pathOf = (rows: boolean[][]): string =>
  rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');

/** A text as a picture that a phone's camera reads. It never leaves the page. */
export const QrCode = ({ text, label }: { text: string; label: string }) => {
  const { size, data } = encode(text, { ecc: 'M', border: 2 });
  return (
    <svg
      className={classes.qr}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <path d={pathOf(data)} />
    </svg>
  );
};
