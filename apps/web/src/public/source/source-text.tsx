import { describePosition } from '@atelier/contracts/content/documents/document-position';
import { createContext, Fragment, type Ref, useContext, useEffect, useRef } from 'react';
import type { Source } from '../api.ts';
import { citedCells } from '../model/cited-cells.ts';
import type { Piece } from '../model/mark-chunk.ts';
import { type SourceBlock, splitIntoBlocks, type TableRow } from '../model/source-blocks.ts';
import { scrollRegion } from './scroll-region.ts';
import classes from './source.module.css';

const PositionHeading = ({ position }: { position: string | undefined }) =>
  position === undefined ? null : <h3 className={classes.place}>{position}</h3>;

const Pieces = ({ pieces }: { pieces: readonly Piece[] }) =>
  pieces.map(({ start, text, isMarked }) =>
    isMarked ? (
      <mark key={start} data-chunk>
        {text}
      </mark>
    ) : (
      <Fragment key={start}>{text}</Fragment>
    ),
  );

/** The sentence of the answer that cites the source. Cells that it repeats are marked. */
export const SentenceContext = createContext('');

const Row = ({ cells, isMarked }: TableRow) => {
  const sentence = useContext(SentenceContext);
  const cited = isMarked ? citedCells(cells, sentence) : [];
  return (
    <tr {...(isMarked ? { 'data-chunk': true, 'aria-current': true } : {})}>
      {cells.map((cell, at) => (
        <td key={at}>{cited.includes(at) ? <mark>{cell}</mark> : cell}</td>
      ))}
    </tr>
  );
};

const Table = ({ head, rows }: Extract<SourceBlock, { kind: 'table' }>) => (
  <div className={classes.table} {...scrollRegion} aria-label="Table">
    <table dir="auto">
      {head.length > 0 ? (
        <thead>
          <tr>
            {head.map((name, at) => (
              <th key={at} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
      ) : null}
      <tbody>
        {rows.map((row) => (
          <Row {...row} key={row.key} />
        ))}
      </tbody>
    </table>
  </div>
);

const Block = ({ block }: { block: SourceBlock }) => {
  if (block.kind === 'table') return <Table {...block} />;
  if (block.kind === 'heading')
    return (
      <h4 dir="auto">
        <Pieces pieces={block.pieces} />
      </h4>
    );
  if (block.kind === 'code')
    return (
      <pre className={classes.code} {...scrollRegion} aria-label="Code">
        <Pieces pieces={block.pieces} />
      </pre>
    );
  return (
    <p dir="auto">
      <Pieces pieces={block.pieces} />
    </p>
  );
};

/** Returns a ref that scrolls the cited text into view once it is drawn. */
export const useShowChunk = (key: unknown): Ref<HTMLDivElement> => {
  const root = useRef<HTMLDivElement>(null);
  // The braces matter: in newer browsers scrolling returns a promise, which React would take for a clean-up function.
  useEffect(() => {
    const chunk = root.current?.querySelector('[data-chunk]');
    chunk?.scrollIntoView({ block: 'center' });
    // A wide table scrolls to the cell that the answer repeats.
    chunk?.querySelector('mark')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [key]);
  return root;
};

/** The text of a source around its chunk: tables as tables, code as code, everything else as text. */
export const SourceText = ({ source }: { source: Source }) => {
  const root = useShowChunk(source);
  return (
    <div ref={root} className={classes.text}>
      {source.sections.map((section) => (
        <section key={section.ordinal}>
          <PositionHeading position={describePosition(section)} />
          {splitIntoBlocks(section, source.citation, source.form).map((block) => (
            <Block key={block.key} block={block} />
          ))}
        </section>
      ))}
    </div>
  );
};
