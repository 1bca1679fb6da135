import type { PieceDescription } from '@atelier/contracts/build/flows/pieces';
import { createContext, useContext } from 'react';
import type { PickGroup } from '../model/pickable.ts';

/** What the fields of a step need of the flow around it. */
export interface StepContextValue {
  /** The values that can be inserted. */
  groups: readonly PickGroup[];
  pieces: readonly PieceDescription[];
  isReadOnly: boolean;
}

export const StepContext = createContext<StepContextValue>({ groups: [], pieces: [], isReadOnly: false });
export const useStepContext = (): StepContextValue => useContext(StepContext);
