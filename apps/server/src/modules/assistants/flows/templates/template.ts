import type { FlowContent } from '@atelier/contracts/assistants/flows/flow-shapes';
import { findPiece } from '@atelier/pieces';

type Json = Record<string, unknown>;

/** A template that comes with the product. */
export interface Template {
  templateId: string;
  displayName: string;
  description: string;
  category: 'Webhooks' | 'Mail' | 'Data' | 'People' | 'Knowledge' | 'Workers';
  content: FlowContent;
}

const pieceVersionFor = (pieceName: string): string => findPiece(pieceName)?.version ?? '';
const errors = { retryOnFailure: false, continueOnFailure: false };

/** The trigger of a piece, as `piece.trigger`. */
export const startBy = (named: string, displayName: string, input: Json = {}): Json => {
  const [pieceName = '', triggerName = ''] = named.split('.');
  return {
    name: 'trigger',
    type: 'PIECE_TRIGGER',
    displayName,
    settings: { pieceName, pieceVersion: pieceVersionFor(pieceName), triggerName, input },
  };
};

/** The step of a piece, as `piece.action`. */
export const step = (name: string, named: string, displayName: string, input: Json): Json => {
  const [pieceName = '', actionName = ''] = named.split('.');
  return {
    name,
    type: 'PIECE',
    displayName,
    settings: {
      pieceName,
      pieceVersion: pieceVersionFor(pieceName),
      pieceType: 'OFFICIAL',
      packageType: 'REGISTRY',
      actionName,
      input,
      errorHandlingOptions: errors,
    },
  };
};

export const respond = (name: string, status: number, body: unknown): Json =>
  step(name, 'webhook.return_response', 'Answer the call', { status, headers: {}, body });

const chained = (steps: readonly Json[]): Json | null =>
  steps.reduceRight<Json | null>((next, one) => (next ? { ...one, nextAction: next } : one), null);

export const forEach = (name: string, displayName: string, items: string, body: readonly Json[]): Json => ({
  name,
  type: 'LOOP_ON_ITEMS',
  displayName,
  settings: { items, errorHandlingOptions: errors },
  firstLoopAction: chained(body),
});

interface Branch {
  branchName: string;
  /** Left out for the branch that is taken when no other is. */
  when?: { firstValue: string; operator: string; secondValue?: string };
  steps: readonly Json[];
}

/** Takes the first branch that fits. */
export const choose = (name: string, displayName: string, branches: readonly Branch[]): Json => ({
  name,
  type: 'ROUTER',
  displayName,
  settings: {
    executionType: 'EXECUTE_FIRST_MATCH',
    branches: branches.map(({ branchName, when }) =>
      when
        ? { branchName, branchType: 'CONDITION', conditions: [[when]] }
        : { branchName, branchType: 'FALLBACK' },
    ),
  },
  children: branches.map(({ steps }) => chained(steps)),
});

/** A flow of a trigger and steps. */
export const buildFlow = (displayName: string, trigger: Json, steps: readonly Json[]): FlowContent => ({
  displayName,
  trigger: { ...trigger, nextAction: chained(steps) },
});
