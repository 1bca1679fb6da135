import type { PieceDescription } from '@atelier/contracts/assistants/flows/pieces';
import { createContext, useContext } from 'react';
import type { PickGroup } from '../model/pickable.ts';

/** The flow around the fields of a step. */
export interface StepContextValue {
  /** The values that can be inserted. */
  groups: readonly PickGroup[];
  pieces: readonly PieceDescription[];
  isReadOnly: boolean;
}

export const StepContext = createContext<StepContextValue>({ groups: [], pieces: [], isReadOnly: false });
export const useStepContext = (): StepContextValue => useContext(StepContext);
