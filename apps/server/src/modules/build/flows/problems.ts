import type { Flow, FlowProblem, FlowStep, PieceCatalogue } from '@atelier/contracts/build/flows/flow-model';

const problemOf = (step: FlowStep, pieces: PieceCatalogue): string | undefined => {
  if (step.type === 'CODE') return step.settings.code.trim() === '' ? 'Please write the code.' : undefined;
  if (step.type !== 'PIECE') return undefined;
  const piece = pieces.find(({ name }) => name === step.settings.pieceName);
  const isKnown = piece?.actions.some(({ name }) => name === step.settings.actionName);
  return isKnown ? undefined : 'Please choose an action.';
};

/** Returns what keeps a flow from being published. */
export const problemsOf = ({ triggers, steps }: Flow, pieces: PieceCatalogue): FlowProblem[] => {
  const isChosen = (settings: Flow['triggers'][number]['settings']): boolean =>
    pieces.some(
      (piece) =>
        piece.name === settings?.pieceName &&
        piece.triggers.some(({ name }) => name === settings.triggerName),
    );
  return [
    ...triggers.flatMap(({ name, settings }) =>
      isChosen(settings) ? [] : [{ step: name, message: 'Please choose a trigger.' }],
    ),
    ...Object.values(steps).flatMap((step) => {
      const message = step.isSkipped ? undefined : problemOf(step, pieces);
      return message === undefined ? [] : [{ step: step.name, message }];
    }),
  ];
};
