import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { Icon } from '../icons.tsx';
import { drawPage } from './draw-page.ts';
import { openPdf, type ReadRange } from './open-pdf.ts';
import { scrollRegion } from './scroll-region.ts';
import classes from './source.module.css';

interface PdfSourceProps {
  name: string;
  bytes: number;
  read: ReadRange;
  /** The number of the page on which the chunk begins. */
  page: number;
  /** The text that is marked on it; empty for none. */
  quote: string;
  /** Increases whenever the reader asks for the page again, from which they may have turned away. */
  turn?: number | undefined;
  onFailure: () => void;
}

const zooms = [0.75, 1, 1.25, 1.5, 2, 3];
const fits = 1;

/** The opened file; undefined while it is being opened. */
const usePdf = ({ bytes, read, onFailure }: Pick<PdfSourceProps, 'bytes' | 'read' | 'onFailure'>) => {
  const [pdf, setPdf] = useState<PDFDocumentProxy>();
  useEffect(() => {
    let isCurrent = true;
    const { opened, close } = openPdf(bytes, read);
    opened.then(
      (document) => isCurrent && setPdf(document),
      () => isCurrent && onFailure(),
    );
    return () => {
      isCurrent = false;
      close();
    };
  }, [bytes, read, onFailure]);
  return pdf;
};

/** The width that the page may take in CSS pixels. It follows the width of the panel. */
const useWidth = (frame: RefObject<HTMLElement | null>): number => {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    if (frame.current) observer.observe(frame.current);
    return () => observer.disconnect();
  }, [frame]);
  return width;
};

interface BarProps {
  number: number;
  pages: number;
  zoom: number;
  onTurn: (number: number) => void;
  onZoom: (zoom: number) => void;
}

const Bar = ({ number, pages, zoom, onTurn, onZoom }: BarProps) => {
  const at = zooms.indexOf(zoom);
  const button = (label: string, sign: Parameters<typeof Icon>[0]['name'], act: (() => void) | undefined) => (
    <button type="button" className={classes.tool} aria-label={label} disabled={!act} onClick={act}>
      <Icon name={sign} size={16} />
    </button>
  );
  const zoomTo = (index: number) => {
    const next = zooms[index];
    return next === undefined ? undefined : () => onZoom(next);
  };
  return (
    <div className="line-1 muted small tabular" role="toolbar" aria-label="Pages">
      {button('Page before', 'left', number > 1 ? () => onTurn(number - 1) : undefined)}
      <span aria-live="polite">
        Page {number} of {pages}
      </span>
      {button('Next page', 'right', number < pages ? () => onTurn(number + 1) : undefined)}
      <span className={`grow ${classes.gap}`} />
      {button('Smaller', 'minus', zoomTo(at - 1))}
      <span>{Math.round(zoom * 100)} %</span>
      {button('Larger', 'plus', zoomTo(at + 1))}
    </div>
  );
};

/** Shows a page of a PDF as it looks, with the chunk marked. The reader can turn the pages and enlarge them. */
export const PdfSource = ({ name, bytes, read, page, quote, turn, onFailure }: PdfSourceProps) => {
  const pdf = usePdf({ bytes, read, onFailure });
  const [number, setNumber] = useState(page);
  const [lastTurn, setLastTurn] = useState(turn);
  if (turn !== lastTurn) {
    setLastTurn(turn);
    setNumber(page);
  }
  const [zoom, setZoom] = useState(fits);
  const [isDrawn, setDrawn] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const words = useRef<HTMLDivElement>(null);
  const marks = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  useEffect(() => {
    if (!pdf || width === 0 || !canvas.current || !words.current || !marks.current) return undefined;
    const stop = new AbortController();
    const parts = { canvas: canvas.current, words: words.current, marks: marks.current };
    // A chunk may continue on the next page.
    const isCited = quote !== '' && (number === page || number === page + 1);
    const drawing = { number, width: width * zoom, quote: isCited ? quote : undefined };
    drawPage(pdf, parts, drawing, stop.signal).then(
      () => {
        setDrawn(true);
        const shown = parts.marks.firstElementChild ?? (turn === undefined ? null : frame.current);
        shown?.scrollIntoView({ block: 'center', inline: 'nearest' });
      },
      () => {
        if (!stop.signal.aborted) onFailure();
      },
    );
    return () => stop.abort();
  }, [pdf, number, width, zoom, page, quote, turn, onFailure]);
  return (
    <>
      {pdf ? (
        <Bar number={number} pages={pdf.numPages} zoom={zoom} onTurn={setNumber} onZoom={setZoom} />
      ) : null}
      <div ref={frame} className={classes.frame} {...scrollRegion} aria-label={`Page ${number} of ${name}`}>
        {isDrawn ? null : (
          <p className="note" role="status">
            Opening the page…
          </p>
        )}
        <div className={`relative ${classes.sheet}`} data-drawn={isDrawn}>
          <canvas ref={canvas} aria-hidden="true" />
          <div ref={marks} className={classes.marks} aria-hidden="true" />
          <div ref={words} className={classes.words} />
        </div>
      </div>
    </>
  );
};
