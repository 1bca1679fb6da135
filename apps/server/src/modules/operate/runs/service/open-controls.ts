import type { AnyCtx } from '../../../../kernel/context/context.ts';
import { isTerminal, knownRuns, viewRun } from '../../../../kernel/runs/view/index.ts';
import { getRun } from './read-run.ts';

/** Reads the actions that the actor may take on a run, and the parts of its definition that perform them. Throws `run.not_found`. */
export const openControls = (ctx: AnyCtx, runId: string) =>
  ctx.tx(async (tx) => {
    const { abilities, kind, title, status } = await getRun(tx, runId);
    const { subjectId, scopeId } = await viewRun(tx, runId);
    const definition = knownRuns(tx.services).newest(kind);
    return {
      abilities,
      kind,
      title,
      isOpen: !isTerminal(status),
      definition,
      screen: definition?.screen,
      subject: { subjectId: subjectId ?? '', scopeId: scopeId ?? '' },
    };
  });
