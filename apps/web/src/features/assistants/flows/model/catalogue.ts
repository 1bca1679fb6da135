import type { PieceDescription } from '@atelier/contracts/assistants/flows/pieces';
import type { Icon } from '@tabler/icons-react';
import { stepKinds } from './card-views.ts';
import { pieceIcon } from './piece-icons.ts';

/** The kind of a new step or trigger: an action or trigger of a piece, or one of the other kinds of steps. */
export type StepChoice =
  | { type: 'PIECE'; piece: PieceDescription; member: PieceDescription['actions'][number] }
  | { type: keyof typeof stepKinds };

export interface CatalogueEntry {
  id: string;
  group: string;
  title: string;
  /** The piece that it belongs to; empty for the other kinds of steps. */
  piece: string;
  description: string;
  Icon: Icon;
  choice: StepChoice;
}

/** The categories of pieces in the words of the list, in its order. */
const groups: Record<string, string> = {
  FLOW: 'Flow',
  DATA: 'Data',
  AI: 'Models and knowledge',
  COMMUNICATION: 'Communication',
  STORAGE: 'Storage',
};
const groupOf = (category: string): string => groups[category] ?? 'Other';
const order = [...Object.values(groups), 'Other'];

const toCatalogueEntries = (
  piece: PieceDescription,
  members: PieceDescription['actions'],
): CatalogueEntry[] =>
  members.map((member) => ({
    id: `${piece.name}/${member.name}`,
    group: groupOf(piece.category),
    title: member.displayName,
    piece: piece.displayName,
    description: member.description === '' ? piece.description : member.description,
    Icon: pieceIcon(piece.icon),
    choice: { type: 'PIECE', piece, member },
  }));

const byGroup = (entries: CatalogueEntry[]): CatalogueEntry[] =>
  entries.toSorted((a, b) => order.indexOf(a.group) - order.indexOf(b.group));

const kinds = Object.entries(stepKinds).map(
  ([type, { title, description, Icon }]): CatalogueEntry => ({
    id: type,
    group: 'Flow',
    title,
    piece: '',
    description,
    Icon,
    choice: { type: type as keyof typeof stepKinds },
  }),
);

/** Everything that can be a step. */
export const stepCatalogue = (pieces: readonly PieceDescription[]): CatalogueEntry[] =>
  byGroup([...kinds, ...pieces.flatMap((piece) => toCatalogueEntries(piece, piece.actions))]);

/** Everything that can start a flow. */
export const triggerCatalogue = (pieces: readonly PieceDescription[]): CatalogueEntry[] =>
  byGroup(pieces.flatMap((piece) => toCatalogueEntries(piece, piece.triggers)));

/** Returns the entries that contain every word of a search, those with all words in their titles first. */
export const searchCatalogue = (entries: readonly CatalogueEntry[], search: string): CatalogueEntry[] => {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [...entries];
  const holds = (text: string) => words.every((word) => text.toLowerCase().includes(word));
  const found = entries.filter(({ title, piece, description }) => holds(`${title} ${piece} ${description}`));
  const isTitled = ({ title, piece }: CatalogueEntry) => holds(`${title} ${piece}`);
  return [...found.filter(isTitled), ...found.filter((entry) => !isTitled(entry))];
};
