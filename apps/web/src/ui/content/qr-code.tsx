import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { encode } from 'uqr';
import classes from './qr-code.module.css';

/** Readers need a border of four light modules (ISO/IEC 18004). */
const options = { ecc: 'M', border: 4 } as const;

/** Returns an SVG path with one square for each dark module. */
const toSvgPath = (rows: boolean[][]): string =>
  rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');

/** Shows a text as a QR code. The text never leaves the page. */
export const QrCode = ({ text, label }: { text: string; label: string }) => {
  const { size, data } = encode(text, options);
  return (
    <svg
      className={`rounded surface block ${classes.qr}`}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <path d={toSvgPath(data)} />
    </svg>
  );
};

/** The pixels of one module in a saved picture, which is then sharp on paper too. */
const modulePixels = 24;

/** Saves a text as a QR code, black on white whatever the colours of the page. */
const saveAsPicture = (text: string, fileName: string): void => {
  const { size, data } = encode(text, options);
  const canvas = document.createElement('canvas');
  canvas.width = size * modulePixels;
  canvas.height = canvas.width;
  const pen = canvas.getContext('2d');
  if (!pen) return;
  pen.fillStyle = 'white';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = 'black';
  for (const [y, row] of data.entries())
    for (const [x, isDark] of row.entries())
      if (isDark) pen.fillRect(x * modulePixels, y * modulePixels, modulePixels, modulePixels);
  const link = document.createElement('a');
  link.href = canvas.toDataURL('image/png');
  link.download = `${fileName}.png`;
  link.click();
};

/** A QR code with a button that saves it as a PNG picture. */
export const QrPicture = ({ fileName, ...code }: { text: string; label: string; fileName: string }) => (
  <div className={`stack-4 ${classes.picture}`}>
    <QrCode {...code} />
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden="true" />}
      onClick={() => saveAsPicture(code.text, fileName)}
    >
      Save as a picture
    </Button>
  </div>
);
