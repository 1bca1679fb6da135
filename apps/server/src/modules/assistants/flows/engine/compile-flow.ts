import type { Flow, FlowStep } from '@atelier/contracts/assistants/flows/flow-model';
import { listReferences } from '@atelier/flows/expressions';
import { expressionDefaults, findPiece, type Piece, type PieceAction } from '@atelier/pieces';
import { LRUCache } from 'lru-cache';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { defineService } from '../../../../kernel/services/services.ts';
import { findWriter } from './chat/find-writer.ts';
import {
  compileStepChoice,
  compileStepValue,
  type StepChoice,
  type StepValue,
} from './computing/compute-value.ts';
import { stepFailure } from './failures.ts';

interface CompiledBase {
  name: string;
  next: string | null;
  isSkipped: boolean;
  /** The retries of a failure that may pass. */
  retry: { attempts: number; pauseMs?: number };
  continues: boolean;
}

export interface CompiledPiece extends CompiledBase {
  type: 'PIECE';
  piece: Piece;
  action: PieceAction;
  input: StepValue;
  connectionId: string | undefined;
  /** The names of the triggers and steps that the input reads. */
  reads: ReadonlySet<string>;
}

export interface CompiledBranch {
  name: string;
  body: string | null;
}

export type CompiledStep =
  | CompiledPiece
  | (CompiledBase & { type: 'CODE'; code: string; input: StepValue })
  | (CompiledBase & { type: 'LOOP_ON_ITEMS'; items: StepValue; body: string | null })
  | (CompiledBase & {
      type: 'REPEAT_UNTIL';
      isDone: StepChoice;
      maxTimes: number;
      body: string | null;
    })
  | (CompiledBase & {
      type: 'ROUTER';
      branches: CompiledBranch[];
      /** The conditions of the branches that have some. */
      choice: StepChoice;
      /** The numbers of those branches, and of the others. */
      conditional: number[];
      fallbacks: number[];
    })
  | (CompiledBase & { type: 'PARALLEL'; branches: { name: string; body: string | null }[] });

export interface CompiledFlow {
  name: string;
  first: string | null;
  triggers: string[];
  steps: ReadonlyMap<string, CompiledStep>;
  /** The step whose text is the answer of the flow, which is shown while it is written. */
  writer: string | undefined;
}

const compilePiece = (
  base: CompiledBase,
  { settings }: Extract<FlowStep, { type: 'PIECE' }>,
): CompiledPiece => {
  const piece = findPiece(settings.pieceName);
  const action = piece?.actions.find(({ name }) => name === settings.actionName);
  if (!piece || !action) throw stepFailure('flows.step_unknown');
  return {
    ...base,
    type: 'PIECE',
    piece,
    action,
    input: compileStepValue(
      { ...expressionDefaults(action.fields), ...settings.input },
      new Set(action.fields.filter(({ isAddress }) => isAddress).map(({ name }) => name)),
    ),
    connectionId: settings.connectionId,
    reads: new Set(listReferences(settings.input).map(({ name }) => name)),
  };
};

const compileRouter = ({ settings, branches }: Extract<FlowStep, { type: 'ROUTER' }>) => {
  const numbers = [...branches.keys()];
  const isFallback = (at: number): boolean => branches[at]?.branchType === 'FALLBACK';
  const conditional = numbers.filter((at) => !isFallback(at));
  const conditions = conditional.map((at) => branches[at]?.conditions ?? []);
  return {
    type: 'ROUTER' as const,
    branches: branches.map(({ branchName, body }) => ({ name: branchName, body })),
    choice: compileStepChoice(conditions, settings.executionType === 'EXECUTE_FIRST_MATCH'),
    conditional,
    fallbacks: numbers.filter(isFallback),
  };
};

/** The attempts of a step without a setting of its own. */
const usualTries = 4;

/** The engine doubles its pauses, so that the first one is twice of what it begins with. */
const toRetryOptions = ({ errors: { retryOnFailure, tries = usualTries, waitSeconds } }: FlowStep) => ({
  attempts: retryOnFailure ? tries : 1,
  ...(waitSeconds === undefined ? {} : { pauseMs: (waitSeconds * 1000) / 2 }),
});

const compileStep = (step: FlowStep): CompiledStep => {
  const base: CompiledBase = {
    name: step.name,
    next: step.next,
    isSkipped: step.isSkipped,
    retry: toRetryOptions(step),
    continues: step.errors.continueOnFailure,
  };
  switch (step.type) {
    case 'PIECE':
      return compilePiece(base, step);
    case 'CODE':
      return {
        ...base,
        type: 'CODE',
        code: step.settings.code,
        input: compileStepValue(step.settings.input),
      };
    case 'LOOP_ON_ITEMS':
      return { ...base, type: step.type, items: compileStepValue(step.settings.items), body: step.body };
    case 'REPEAT_UNTIL': {
      const { conditions, maxTimes } = step.settings;
      return {
        ...base,
        type: step.type,
        isDone: compileStepChoice([conditions], true),
        maxTimes,
        body: step.body,
      };
    }
    case 'ROUTER':
      return { ...base, ...compileRouter(step) };
    case 'PARALLEL':
      return {
        ...base,
        type: 'PARALLEL',
        branches: step.branches.map(({ branchName, body }) => ({ name: branchName, body })),
      };
  }
};

/** Turns the expressions of a flow into functions. A skipped step is not compiled. Throws for a step of an unknown piece. */
export const compileFlow = (flow: Flow): CompiledFlow => ({
  name: flow.displayName,
  first: flow.first,
  triggers: flow.triggers.map(({ name }) => name),
  writer: findWriter(flow),
  steps: new Map(Object.entries(flow.steps).map(([name, step]) => [name, compileStep(step)])),
});

/** The most flows that a process keeps compiled. */
const mostCompiled = 500;

const compiledFlows = defineService({
  name: 'flows.compiled',
  create: () => new LRUCache<string, CompiledFlow>({ max: mostCompiled }),
});

/** Returns the compiled version of a flow. A locked version never changes, so it is compiled once in each process. */
export const recallCompiled = async (
  ctx: Ctx,
  versionId: string,
  load: () => Promise<Flow>,
): Promise<CompiledFlow> => {
  const memory = ctx.use(compiledFlows);
  const key = `${ctx.tenantId} ${versionId}`;
  const known = memory.get(key);
  if (known) return known;
  const compiled = compileFlow(await load());
  memory.set(key, compiled);
  return compiled;
};
