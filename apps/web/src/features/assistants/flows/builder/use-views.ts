import type { Flow, FlowProblem, PieceCatalogue } from '@atelier/contracts/assistants/flows/flow-model';
import type { PieceDescription } from '@atelier/contracts/assistants/flows/pieces';
import { validateFlow } from '@atelier/flows/validation';
import { useDeferredValue, useMemo, useState } from 'react';
import { isOpen } from '../../../../lib/runs/run-words.ts';
import { useFlowRun, useLiveFlowRuns, useRunSteps } from '../api.ts';
import type { Editing } from '../editing/use-editor.ts';
import { cardViews } from '../model/card-views.ts';
import { layoutFlow } from '../model/flow-layout.ts';
import { summarizeOutcomes } from '../model/run-words.ts';

/** Returns the pieces as flows are checked by. */
const toPieceShapes = (pieces: readonly PieceDescription[]): PieceCatalogue =>
  pieces.map(({ connection, ...piece }) => ({
    ...piece,
    ...(connection ? { connection: { service: connection.service, isRequired: connection.isRequired } } : {}),
  }));

/** The run of a test, as far as it has come. */
const useTestRun = (runId: string) => {
  const run = useFlowRun(runId).data;
  const { steps } = useRunSteps(runId);
  useLiveFlowRuns(runId, run === undefined || isOpen(run));
  const outcomes = useMemo(() => (runId === '' ? undefined : summarizeOutcomes(steps)), [runId, steps]);
  return { run, outcomes };
};

/** The problems of the draft as it is now. In a large flow, typing goes first. */
const useProblems = (flow: Flow, pieces: readonly PieceDescription[]): readonly FlowProblem[] => {
  const shapes = useMemo(() => toPieceShapes(pieces), [pieces]);
  const checked = useDeferredValue(flow);
  return useMemo(() => validateFlow(checked, shapes).problems, [checked, shapes]);
};

/** The flow as it is drawn: its layout and cards, with problems, the test and what a search has found. */
export const useViews = ({ state }: Editing, pieces: readonly PieceDescription[], testRun: string) => {
  const { flow } = state;
  const problems = useProblems(flow, pieces);
  const { run, outcomes } = useTestRun(testRun);
  const [search, setSearch] = useState('');
  const layout = useMemo(() => layoutFlow(flow), [flow]);
  const plain = useMemo(
    () => cardViews(flow, { pieces, problems, ...(outcomes ? { outcomes } : {}) }),
    [flow, pieces, problems, outcomes],
  );
  const found = useMemo(() => {
    const wanted = search.trim().toLowerCase();
    const holds = (id: string): boolean => {
      const view = plain.get(id);
      return view !== undefined && `${id} ${view.title} ${view.subtitle}`.toLowerCase().includes(wanted);
    };
    return wanted === '' ? [] : layout.nodes.map(({ id }) => id).filter(holds);
  }, [search, plain, layout]);
  const views = useMemo(() => {
    const marked = new Map(plain);
    for (const id of found) {
      const view = plain.get(id);
      if (view) marked.set(id, { ...view, isFound: true });
    }
    return marked;
  }, [plain, found]);
  return { layout, views, problems, run, found, search, setSearch };
};
