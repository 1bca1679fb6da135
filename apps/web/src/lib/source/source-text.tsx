import type { DocumentSection, SourceForm } from '@atelier/contracts/content/bases/import-shapes';
import { describePosition } from '@atelier/contracts/content/documents/document-position';
import { UnstyledButton } from '@mantine/core';
import { createContext, Fragment, type Ref, useContext, useEffect, useRef } from 'react';
import { citedCells } from './cited-cells.ts';
import { CorrectContext } from './corrections.ts';
import type { Piece } from './mark-chunk.ts';
import { scrollRegion } from './scroll-region.ts';
import classes from './source.module.css';
import {
  type CellPlace,
  type Pair,
  type SourceBlock,
  splitIntoBlocks,
  type TableRow,
} from './source-blocks.ts';

interface Span {
  start: number;
  end: number;
}

/** The text of a document, or a part of it, and what is marked there. */
export interface ShownSource {
  sections: readonly DocumentSection[];
  form: SourceForm;
  /** An empty span marks nothing. */
  citation: Span & { further?: readonly Span[] | undefined };
}

/** Returns the heading above the first section of a page or of a part of a recording: "Page 3", "12:05". */
const headingAbove = (before: DocumentSection | undefined, section: DocumentSection): string | undefined => {
  const position = describePosition(section);
  return before && describePosition(before) === position ? undefined : position;
};

const PositionHeading = ({ position }: { position: string | undefined }) =>
  position === undefined ? null : <h3 className={`muted tiny bold ${classes.place}`}>{position}</h3>;

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

interface CellProps {
  text: string;
  /** None for a name that stands before each value. */
  place: CellPlace | undefined;
  isCited?: boolean;
}

/** The text of a cell, which can be chosen while cells are corrected. */
const Cell = ({ text, place, isCited = false }: CellProps) => {
  const correct = useContext(CorrectContext);
  const shown = isCited ? <mark>{text}</mark> : text;
  if (!correct || text === '') return shown;
  return (
    <UnstyledButton
      className={classes.correctable ?? ''}
      aria-label={`Correct “${text}”`}
      onClick={() => correct({ text, place })}
    >
      {shown}
    </UnstyledButton>
  );
};

const Row = ({ row: { cells, places, isMarked } }: { row: TableRow }) => {
  const sentence = useContext(SentenceContext);
  const cited = isMarked ? citedCells(cells, sentence) : [];
  return (
    <tr {...(isMarked ? { 'data-chunk': true, 'aria-current': true } : {})}>
      {cells.map((cell, at) => (
        <td key={at}>
          <Cell text={cell} place={places[at]} isCited={cited.includes(at)} />
        </td>
      ))}
    </tr>
  );
};

type TableBlock = Extract<SourceBlock, { kind: 'table' }>;

const Table = ({ table: { head, headPlaces, rows }, name }: { table: TableBlock; name: string }) => (
  <div className={`box scroll-x ${classes.table}`} {...scrollRegion} aria-label={name}>
    <table dir="auto">
      {head.length > 0 ? (
        <thead>
          <tr>
            {head.map((name, at) => (
              <th className="muted sunken bold" key={at} scope="col">
                <Cell text={name} place={headPlaces?.[at]} />
              </th>
            ))}
          </tr>
        </thead>
      ) : null}
      <tbody>
        {rows.map((row) => (
          <Row row={row} key={row.key} />
        ))}
      </tbody>
    </table>
  </div>
);

const Pairs = ({ pairs }: { pairs: readonly Pair[] }) => (
  <dl className={`box ${classes.pairs}`} dir="auto">
    {pairs.map(({ key, label, value, places, isMarked }) => (
      <div key={key} {...(isMarked ? { 'data-chunk': true } : {})}>
        <dt className="muted">
          <Cell text={label} place={places.label} />
        </dt>
        <dd>
          <Cell text={value} place={places.value} isCited={isMarked} />
        </dd>
      </div>
    ))}
  </dl>
);

interface BlockProps {
  block: SourceBlock;
  /** The keys of all tables of the source. */
  tables: readonly number[];
}

const Block = ({ block, tables }: BlockProps) => {
  if (block.kind === 'table') {
    const name = tables.length > 1 ? `Table ${tables.indexOf(block.key) + 1}` : 'Table';
    return <Table table={block} name={name} />;
  }
  if (block.kind === 'pairs') return <Pairs pairs={block.pairs} />;
  if (block.kind === 'heading')
    return (
      <h4 dir="auto">
        <Pieces pieces={block.pieces} />
      </h4>
    );
  if (block.kind === 'code')
    return (
      <pre className={`flat small mono rounded sunken ${classes.code}`} {...scrollRegion} aria-label="Code">
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

/** Returns how many of the places that a figure rests on are in none of the sections. */
const countMissing = ({ sections, citation }: ShownSource): number =>
  (citation.further ?? []).filter(
    (span) => !sections.some(({ start, text }) => start <= span.start && span.start < start + text.length),
  ).length;

/** Says that text was left out between two sections that do not follow each other. */
const Gap = ({ before, section }: { before: DocumentSection | undefined; section: DocumentSection }) =>
  before === undefined || section.ordinal === before.ordinal + 1 ? null : (
    <p className={`grow ${classes.gap}`}>Text in between is left out.</p>
  );

const Missing = ({ count }: { count: number }) =>
  count === 0 ? null : (
    <p className={`grow ${classes.gap}`}>
      {count === 1
        ? 'One more row on which the answer rests is not shown here.'
        : `${count} more rows on which the answer rests are not shown here.`}
    </p>
  );

/** The text of a document: tables as tables, forms as forms, code as code, everything else as text. */
export const SourceSections = ({ source }: { source: ShownSource }) => {
  const sections = source.sections.map((section) => ({
    section,
    blocks: splitIntoBlocks(section, source.citation, source.form),
  }));
  const tables = sections.flatMap(({ blocks }) =>
    blocks.flatMap(({ kind, key }) => (kind === 'table' ? [key] : [])),
  );
  return (
    <div className={`full-width ${classes.text}`}>
      {sections.map(({ section, blocks }, at) => (
        <section key={section.ordinal}>
          <Gap before={source.sections[at - 1]} section={section} />
          <PositionHeading position={headingAbove(source.sections[at - 1], section)} />
          {blocks.map((block) => (
            <Block key={block.key} block={block} tables={tables} />
          ))}
        </section>
      ))}
      <Missing count={countMissing(source)} />
    </div>
  );
};

/** The text of a source around its chunk, which is scrolled into view. */
export const SourceText = ({ source }: { source: ShownSource }) => (
  <div ref={useShowChunk(source)}>
    <SourceSections source={source} />
  </div>
);
