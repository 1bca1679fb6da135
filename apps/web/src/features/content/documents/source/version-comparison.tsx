import type { DifferencePiece } from '@atelier/contracts/content/documents/documents';
import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import { useComparison } from '../source-api.ts';
import classes from './source.module.css';

/** The number of unchanged characters that are shown around a change. */
const around = 240;

const shorten = (text: string, at: 'first' | 'last' | 'between'): string => {
  const room = at === 'between' ? around * 2 : around;
  if (text.length <= room + 20) return text;
  const head = at === 'first' ? '' : text.slice(0, around);
  const tail = at === 'last' ? '' : text.slice(-around);
  return `${head} … ${tail}`;
};

const Piece = ({ piece, at }: { piece: DifferencePiece; at: 'first' | 'last' | 'between' }) => {
  if (piece.kind === 'added')
    return (
      <ins className={classes.added}>
        <span className="sr-only">added: </span>
        {piece.text}
      </ins>
    );
  if (piece.kind === 'removed')
    return (
      <del className={classes.removed}>
        <span className="sr-only">removed: </span>
        {piece.text}
      </del>
    );
  return <span>{shorten(piece.text, at)}</span>;
};

const Pieces = ({ pieces }: { pieces: readonly DifferencePiece[] }) => (
  <div className={`break-anywhere pre-wrap full-width ${classes.text}`} dir="auto">
    {pieces.map((piece, index) => (
      <Piece
        key={index}
        piece={piece}
        at={index === 0 ? 'first' : index === pieces.length - 1 ? 'last' : 'between'}
      />
    ))}
  </div>
);

interface VersionComparisonProps {
  importId: string;
  from: number;
  to: number;
  onClose: () => void;
}

/** Compares two versions: removed text is struck through, added text is underlined. */
export const VersionComparison = ({ importId, from, to, onClose }: VersionComparisonProps) => {
  const query = useComparison(importId, { from, to });
  return (
    <>
      <div className="row-2-3 margin-bottom-3">
        <Button size="xs" variant="default" leftSection={<IconArrowLeft size={14} />} onClick={onClose}>
          All versions
        </Button>
        <strong>
          From version {from} to {to}
        </strong>
      </div>
      <QueryView query={query} errorTitle="The versions could not be compared">
        {({ pieces }) => {
          if (pieces === null)
            return (
              <EmptyState compact title="They have too little in common">
                These versions differ nearly everywhere. Download both files to look at them.
              </EmptyState>
            );
          if (pieces.every(({ kind }) => kind === 'same'))
            return (
              <EmptyState compact title="No difference">
                Both versions say the same.
              </EmptyState>
            );
          return <Pieces pieces={pieces} />;
        }}
      </QueryView>
    </>
  );
};
