import { Field } from '@atelier/contracts/fields/fields';
import { describe, expect, it } from 'vitest';
import { allPieces, findPiece } from './all-pieces.ts';
import { describePiece } from './describe-piece.ts';

const parts = allPieces.flatMap((piece) =>
  [...piece.actions, ...piece.triggers].map((part) => ({ piece, part, of: `${piece.name}.${part.name}` })),
);

const isUnique = (names: readonly string[]) => new Set(names).size === names.length;

describe('all pieces', () => {
  it('have names that are unique and fit for storing', () => {
    expect(isUnique(allPieces.map(({ name }) => name))).toBe(true);
    expect(isUnique(parts.map(({ of }) => of))).toBe(true);
    for (const { name, version } of allPieces) {
      expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/);
      expect(version).toMatch(/^\d+\.\d+\.\d+$/);
      expect(findPiece(name)?.name).toBe(name);
    }
    for (const { part, of } of parts) expect(part.name, of).toMatch(/^[a-z]+(_[a-z]+)*$/);
  });

  it('describe their fields in the form that contracts accept, with unique names', () => {
    for (const { part, of } of parts) {
      for (const field of part.fields) Field.parse(field);
      expect(isUnique(part.fields.map(({ name }) => name)), of).toBe(true);
    }
  });

  it('have the default icon where they name none', { tags: ['PIECE-03'] }, () => {
    const [first] = allPieces;
    if (!first) throw new Error('There are no pieces.');
    const { icon, ...plain } = first;
    expect(describePiece(first).icon).toBe(icon);
    expect(describePiece(plain).icon).toBe('default');
  });

  it('include input in the patch versions of 0.0 from 0.0.1', { tags: ['PIECE-01'] }, () => {
    expect(findPiece('input')?.version).toMatch(/^0\.0\.[1-9]\d*$/);
  });

  it('include utilities in the patch versions of 0.2 from 0.2.14', { tags: ['PIECE-02'] }, () => {
    expect(findPiece('utilities')?.version).toMatch(/^0\.2\.(1[4-9]|[2-9]\d|[1-9]\d{2,})$/);
  });

  it('have the forms, examples and rules that are on record, because stored flows depend on them', async () => {
    await expect(`${JSON.stringify(allPieces, null, 1)}\n`).toMatchFileSnapshot(
      '../tests/published-pieces.txt',
    );
  });

  it('are described without code', () => {
    for (const piece of allPieces) {
      const described = describePiece(piece);
      expect(JSON.parse(JSON.stringify(described))).toEqual(described);
    }
  });
});
