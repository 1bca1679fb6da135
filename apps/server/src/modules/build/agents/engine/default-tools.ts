import type { ApprovalRule } from '@atelier/agents';
import { findPiece, type Piece, type PieceAction } from '@atelier/pieces';

/** A tool that every company has (TOOL-07): an action of a piece. */
export interface DefaultTool {
  id: string;
  /** The name that the model uses. */
  name: string;
  title: string;
  description: string;
  piece: string;
  action: string;
  approval: ApprovalRule;
  /** True when its result contains text by others. */
  isForeign: boolean;
}

const plain = { approval: 'NEVER', isForeign: false } as const;

export const defaultTools: readonly DefaultTool[] = [
  {
    id: 'tol_calculate',
    name: 'calculate',
    title: 'Calculator',
    description:
      'Adds, subtracts, multiplies, divides or raises two numbers exactly. Use it for every calculation.',
    ...{ piece: 'math', action: 'calculate', ...plain },
  },
  {
    id: 'tol_summarize_numbers',
    name: 'summarize_numbers',
    title: 'Sum and average',
    description: 'Computes the sum, average, smallest, largest or median of a list of numbers.',
    ...{ piece: 'math', action: 'summarize_numbers', ...plain },
  },
  {
    id: 'tol_current_date',
    name: 'current_date',
    title: 'Date and time',
    description: 'Tells the date and time of now, in a time zone.',
    ...{ piece: 'date', action: 'current_date', ...plain },
  },
  {
    id: 'tol_date_difference',
    name: 'date_difference',
    title: 'Time between dates',
    description: 'Computes the time between two dates.',
    ...{ piece: 'date', action: 'date_difference', ...plain },
  },
  {
    id: 'tol_send_request',
    name: 'send_request',
    title: 'HTTP request',
    description:
      'Sends an HTTP request to an address and returns the answer: fetches a page or calls an API.',
    ...{ piece: 'http', action: 'send_request', approval: 'AFTER_FOREIGN_TEXT', isForeign: true },
  },
];

/** Returns the action of a piece; undefined when this server does not have it. */
export const findAction = (
  pieceName: string,
  actionName: string,
): { piece: Piece; action: PieceAction } | undefined => {
  const piece = findPiece(pieceName);
  const action = piece?.actions.find(({ name }) => name === actionName);
  return piece && action && { piece, action };
};
