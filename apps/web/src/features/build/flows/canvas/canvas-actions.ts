import type { FlowNote } from '@atelier/contracts/build/flows/flow-model';
import type { Place } from '@atelier/flows/operations';
import { createContext, type KeyboardEvent, useContext } from 'react';

/** What can be done on a canvas. A canvas without `edit` only shows. */
export interface CanvasActions {
  open: (id: string) => void;
  edit?: {
    add: (place: Place, from: HTMLElement) => void;
    move: (step: string, place: Place) => void;
    /** Handles the keys of a card other than those that move the focus. Returns true when it did. */
    press: (id: string, event: KeyboardEvent) => boolean;
    changeNote: (id: string, change: Partial<FlowNote>) => void;
    removeNote: (id: string) => void;
  };
}

/** What the cards need of their canvas. */
interface CardActions extends CanvasActions {
  onKeyDown: (id: string, event: KeyboardEvent) => void;
  onFocus: (id: string) => void;
}

const ignore = () => undefined;
export const CanvasActionsContext = createContext<CardActions>({
  open: ignore,
  onKeyDown: ignore,
  onFocus: ignore,
});
export const useCanvasActions = (): CardActions => useContext(CanvasActionsContext);
