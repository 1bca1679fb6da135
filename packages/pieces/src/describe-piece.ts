import type { JsonValue } from '@atelier/contracts/fields/field-values';
import type { Field } from '@atelier/contracts/fields/fields';
import {
  defaultIcon,
  type Piece,
  type PieceAction,
  type PieceCategory,
  type PieceConnection,
  type PieceTrigger,
} from './piece.ts';

/** An action or a trigger without its code. */
export interface PartDescription<Kind extends string> {
  name: string;
  displayName: string;
  description: string;
  kind: Kind;
  fields: Field[];
  /** Null when there is no example. */
  sample: JsonValue;
}

/** A piece without its code, for the API and the browser. */
export interface PieceDescription {
  name: string;
  version: string;
  displayName: string;
  description: string;
  category: PieceCategory;
  icon: string;
  connection:
    | (Pick<PieceConnection, 'service' | 'kind' | 'title' | 'isRequired'> & {
        help: string[];
        fields: Field[];
      })
    | null;
  actions: PartDescription<PieceAction['kind']>[];
  triggers: PartDescription<PieceTrigger['kind']>[];
}

const describePart = <Kind extends string>({
  name,
  displayName,
  description,
  kind,
  fields,
  sample,
}: Pick<PieceAction | PieceTrigger, 'name' | 'displayName' | 'description' | 'fields' | 'sample'> & {
  kind: Kind;
}): PartDescription<Kind> => ({
  name,
  displayName,
  description,
  kind,
  fields: [...fields],
  sample: sample ?? null,
});

const describeConnection = ({ service, kind, title, isRequired, help, fields }: PieceConnection) => ({
  service,
  kind,
  title,
  isRequired,
  help: [...help],
  fields: [...fields],
});

/** Returns the piece as data. */
export const describePiece = (piece: Piece): PieceDescription => ({
  name: piece.name,
  version: piece.version,
  displayName: piece.displayName,
  description: piece.description,
  category: piece.category,
  icon: piece.icon ?? defaultIcon,
  connection: piece.connection ? describeConnection(piece.connection) : null,
  actions: piece.actions.map(describePart),
  triggers: piece.triggers.map(describePart),
});
